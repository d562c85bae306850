"""The error that sending a mail raises."""


class MailError(Exception):
    """A mail was not sent.

    Attributes:
        reason: The reason in the language of the site, without secrets. Administrators read it.
        is_permanent: Whether another attempt would fail in the same way.
        is_unknown_recipient: Whether the mail server says that the mailbox does not exist.
    """

    def __init__(
        self, reason: str, *, is_permanent: bool = False, is_unknown_recipient: bool = False
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.is_permanent = is_permanent
        self.is_unknown_recipient = is_unknown_recipient
