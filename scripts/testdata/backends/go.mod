module example.com/backends

go 1.26.0
