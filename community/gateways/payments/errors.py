"""Errors of payment providers."""


class PaymentProviderError(Exception):
    """The provider did not accept a request.

    Args:
        code: The code of the provider for the reason, for example `card_declined`. Messages of
            providers can contain data of the card, so they are not kept.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class ProviderUnavailable(PaymentProviderError):
    """The provider did not answer in time, or answered that it is not working.

    Whether it has acted on the request is unknown. The same request with the same idempotency key
    can be sent again.
    """


class UnknownObject(PaymentProviderError):
    """The account of the keys has no such payment, card or customer."""


class KeysRejected(PaymentProviderError):
    """The provider does not accept the keys: they are wrong or revoked."""


class RightMissing(PaymentProviderError):
    """The key is restricted, and has no right to make a request."""


class InvalidSignature(PaymentProviderError):
    """A message was not signed by the provider, or the signature is too old."""


class InvalidWebhook(PaymentProviderError):
    """A message of the provider has another form than its documentation says."""
