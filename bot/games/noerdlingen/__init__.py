"""City of Nördlingen: the rules, the town, the arithmetic of territories."""
