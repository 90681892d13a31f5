"""What was run: which reading of the paper its printed digits speak for."""
