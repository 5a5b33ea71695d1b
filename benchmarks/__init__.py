"""What a grade costs: our engine against a fresh pytest and against bare calls of the checks."""
