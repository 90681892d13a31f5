"""Compiled loops, one file per step of the algorithm; they know arrays and nothing of estimators."""
