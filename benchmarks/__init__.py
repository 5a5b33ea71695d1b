"""What a grade costs, against a fresh pytest and bare calls; whether the names it gives fit."""
