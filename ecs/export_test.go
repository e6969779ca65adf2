package ecs

const Checked = checked

// LimitTables lowers the number of tables that a world can have, until restore is called.
func LimitTables(n int) (restore func()) {
	old := maxTables
	maxTables = n
	return func() { maxTables = old }
}

// LimitIDs lowers the number of IDs that a world can have, until restore is called.
func LimitIDs(n uint64) (restore func()) {
	old := maxIDs
	maxIDs = n
	return func() { maxIDs = old }
}
