"""The form of a payment provider on the pages of payments and cards."""

from typing import Any

import reflex as rx

from community.i18n import active_language
from community.rendering import react_component
from community.styles import payments as styles
from community.styles.ui import button, form

_PaymentProviderForm = react_component(
    "payment/provider_form.js", "PaymentProviderForm", on_finished=None
)


def payment_form(step: Any, *, label: str, on_finished: Any) -> rx.Component:
    """Return the form with which the buyer pays, or saves a card.

    Args:
        step: A Var with the `ProviderStep`.
        label: The text of the button, unless the form of the provider has its own.
        on_finished: Called when the buyer has paid. The server then asks the provider.
    """
    return _PaymentProviderForm(
        step=step,
        label=label,
        language=active_language(),
        on_finished=on_finished,
        class_names={
            "form": styles.PROVIDER_FORM,
            "host": styles.PROVIDER_HOST,
            "error": f"{form.ERROR} empty:hidden",
            "button": button.class_names("primary", "lg"),
        },
    )
