module example.com/world

go 1.24
