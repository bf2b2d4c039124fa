"""Warnings of the library."""


class TamisWarning(UserWarning):
    """Something about the data or the request that the user should know; the run continued."""
