/* being written */ typedef int scope_empty_unit;
