"""The origins from which the page of a payment loads the form of its provider."""

from urllib.parse import urlsplit

from community.domain.site.definitions import PaymentSettings

# What Stripe's script needs besides: https://docs.stripe.com/security/guide#content-security-policy
_STRIPE_SCRIPT_HOST = "js.stripe.com"
_STRIPE_ORIGINS = ("https://*.js.stripe.com", "https://hooks.stripe.com")
# The widget of YooKassa opens frames of YooMoney, to which it belongs.
_YOOKASSA_SCRIPT_HOST = "yookassa.ru"
_YOOKASSA_ORIGINS = ("https://*.yookassa.ru", "https://yoomoney.ru", "https://*.yoomoney.ru")


def list_payment_origins(provider: str, section: PaymentSettings) -> tuple[str, ...]:
    """Return the origins that the Content-Security-Policy of the page must allow."""
    if provider == "yookassa":
        origin = _get_origin(section.yookassa_script_url)
        is_original = urlsplit(section.yookassa_script_url).hostname == _YOOKASSA_SCRIPT_HOST
        return (origin, *(_YOOKASSA_ORIGINS if is_original else ()))
    if provider != "stripe":
        return ()
    own = dict.fromkeys(map(_get_origin, (section.stripe_script_url, section.stripe_api_url)))
    is_original = urlsplit(section.stripe_script_url).hostname == _STRIPE_SCRIPT_HOST
    return (*own, *(_STRIPE_ORIGINS if is_original else ()))


def _get_origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
