"""The parameters that the stand-in for Stripe accepts. Others are refused."""

import re
from collections.abc import Iterable
from typing import Annotated, Any, Literal, Self, TypeVar
from urllib.parse import parse_qsl

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from community.core.money import CURRENCIES
from tests.stand_ins.stripe.errors import ApiError

_NAMES = re.compile(r"[^\[\]]+")
_CODES = {
    "extra_forbidden": "parameter_unknown",
    "missing": "parameter_missing",
    "int_parsing": "parameter_invalid_integer",
}
Text = Annotated[str, Field(min_length=1, max_length=5_000)]
Metadata = Annotated[
    dict[Annotated[str, Field(max_length=40)], Annotated[str, Field(max_length=500)]],
    Field(max_length=50),
]
Amount = Annotated[int, Field(ge=1, le=99_999_999)]
Email = Annotated[str, Field(max_length=512, pattern=r"^[^@\s]+@[^@\s]+$")]
# Banks round amounts in these currencies, so their last digit must be 0.
THREE_DECIMAL = frozenset({"bhd", "jod", "kwd", "omr", "tnd"})


def _validate_currency(code: str) -> str:
    if code.upper() not in CURRENCIES or not code.islower():
        raise ValueError(f"Invalid currency: {code}")
    return code


Currency = Annotated[str, AfterValidator(_validate_currency)]


def ensure_rounded(amount: int | None, currency: str) -> None:
    """Refuse an amount with three decimals of which the last one is not 0."""
    if amount is not None and currency in THREE_DECIMAL and amount % 10:
        raise ApiError("The last digit of the amount must be 0", param="amount")


class Parameters(BaseModel):
    model_config = ConfigDict(extra="forbid")

    expand: list[str] = []


P = TypeVar("P", bound=Parameters)


class CustomerParameters(Parameters):
    email: Email | None = None
    name: Annotated[str, Field(max_length=256)] | None = None
    description: Text | None = None
    metadata: Metadata = {}


class CustomerUpdateParameters(Parameters):
    """The parameters of a change of a customer. An empty text removes a value."""

    email: Email | Literal[""] | None = None
    metadata: Metadata = {}


class PaymentIntentUpdateParameters(Parameters):
    description: Text | None = None
    metadata: Metadata = {}


class AutomaticPaymentMethods(BaseModel):
    model_config = ConfigDict(extra="forbid")

    enabled: bool
    allow_redirects: Literal["always", "never"] = "always"


class ConfirmParameters(Parameters):
    payment_method: Text | None = None
    off_session: bool = False
    return_url: Text | None = None


class PaymentIntentParameters(ConfirmParameters):
    amount: Amount
    currency: Currency
    customer: Text | None = None
    description: Text | None = None
    receipt_email: Email | None = None
    metadata: Metadata = {}
    automatic_payment_methods: AutomaticPaymentMethods | None = None
    payment_method_types: list[Text] | None = None
    setup_future_usage: Literal["off_session", "on_session"] | None = None
    confirm: bool = False

    @model_validator(mode="after")
    def _validate_combination(self) -> Self:
        ensure_rounded(self.amount, self.currency)
        if self.return_url and not self.confirm:
            raise ApiError("return_url requires confirm", param="return_url")
        if self.off_session and not self.confirm:
            raise ValueError("off_session requires confirm")
        if self.off_session and self.setup_future_usage:
            raise ValueError("off_session cannot be used with setup_future_usage")
        if self.automatic_payment_methods and self.payment_method_types:
            raise ValueError("payment_method_types cannot be used with automatic_payment_methods")
        return self


class SetupConfirmParameters(Parameters):
    payment_method: Text | None = None
    return_url: Text | None = None


class SetupIntentParameters(Parameters):
    customer: Text | None = None
    description: Text | None = None
    metadata: Metadata = {}
    automatic_payment_methods: AutomaticPaymentMethods | None = None
    payment_method_types: list[Text] | None = None
    usage: Literal["off_session", "on_session"] = "off_session"

    @model_validator(mode="after")
    def _validate_combination(self) -> Self:
        if self.automatic_payment_methods and self.payment_method_types:
            raise ValueError("payment_method_types cannot be used with automatic_payment_methods")
        return self


class BrowserConfirmParameters(Parameters):
    """The parameters with which the script in the browser confirms a payment or saves a card.

    The buyer enters the number of a card, or confirms with a saved payment method.
    """

    return_url: Text | None = None

    key: Text
    client_secret: Text
    card_number: Text | None = None
    payment_method: Text | None = None


class CancelParameters(Parameters):
    cancellation_reason: (
        Literal["duplicate", "fraudulent", "requested_by_customer", "abandoned"] | None
    ) = None


class RefundParameters(Parameters):
    payment_intent: Text
    amount: Amount | None = None
    reason: Literal["duplicate", "fraudulent", "requested_by_customer"] | None = None
    metadata: Metadata = {}


class CreatedRange(BaseModel):
    model_config = ConfigDict(extra="forbid")

    gt: int | None = None
    gte: int | None = None
    lt: int | None = None
    lte: int | None = None


class ListParameters(Parameters):
    limit: int = Field(10, ge=1, le=100)
    starting_after: Text | None = None
    created: CreatedRange = CreatedRange()


class PaymentIntentListParameters(ListParameters):
    customer: Text | None = None


class MovementListParameters(ListParameters):
    payment_intent: Text | None = None
    charge: Text | None = None


def parse(model: type[P], encoded: str) -> P:
    """Return the parameters of a query or of the body of a form.

    Raises:
        ApiError: A parameter is unknown, missing or wrong.
    """
    try:
        return model.model_validate(_decode(parse_qsl(encoded, keep_blank_values=True)))
    except ValidationError as error:
        first = error.errors()[0]
        path = [str(part) for part in first["loc"]]
        param = path[0] + "".join(f"[{part}]" for part in path[1:]) if path else None
        is_unknown = first["type"] == "extra_forbidden"
        message = f"Received unknown parameter: {param}" if is_unknown else first["msg"]
        code = _CODES.get(first["type"])
        raise ApiError(message, code=code, param=param) from None


def _decode(pairs: Iterable[tuple[str, str]]) -> Any:
    """Return the nested values of names such as `metadata[key]` and `expand[0]`."""
    values: dict[str, Any] = {}
    for name, value in pairs:
        *path, last = _NAMES.findall(name) or [name]
        target = values
        for part in path:
            target = target.setdefault(part, {})
            if not isinstance(target, dict):
                raise ApiError(f"Invalid object: {name}", param=name)
        target[last + "[]" * name.endswith("[]")] = value
    return _convert_lists(values)


def _convert_lists(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    if value and all(key.isdecimal() for key in value):
        return [_convert_lists(item) for item in value.values()]
    return {key: _convert_lists(item) for key, item in value.items()}
