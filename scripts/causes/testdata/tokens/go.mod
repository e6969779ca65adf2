module example.com/tokens

go 1.24
