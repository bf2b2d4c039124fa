"""What the library tells its users while it works."""


class TamisWarning(UserWarning):
    """Something about the data or the request that a user should know; the work went on."""
