package ecs

// LimitTables lowers the number of tables that a world can have, until restore is called.
func LimitTables(n int) (restore func()) {
	old := maxTables
	maxTables = n
	return func() { maxTables = old }
}
