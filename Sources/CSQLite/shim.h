#include <sqlite3.h>

// Composed macros, which Swift does not import.
static const int pantograph_sqlite_constraint_unique = SQLITE_CONSTRAINT_UNIQUE;
static const int pantograph_sqlite_constraint_primary_key = SQLITE_CONSTRAINT_PRIMARYKEY;
