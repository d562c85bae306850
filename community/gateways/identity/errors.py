"""The error of a sign-in that a service did not complete."""


class ProviderError(Exception):
    """The service did not answer, rejected the request, or sent an answer that is not valid.

    Args:
        reason: What happened, for the log. It contains no secrets.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
