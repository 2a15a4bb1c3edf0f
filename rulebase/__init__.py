"""The law as data, and the models that read and check it."""

__version__ = "0.1.0"
"""The version of the program: each ruling printed as JSON carries it."""
