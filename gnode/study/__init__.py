"""The reproduction: the paper's experiments as data, their runs, and what they say about its claims."""
