"""Plans, checkout, gifts and payments."""

from community.components.payments.billing_form import (
    billing_card,
    billing_form,
    billing_summary,
    payment_page_billing_form,
)
from community.components.payments.checkout import (
    changed_notice,
    checkout_agreement,
    checkout_body,
    checkout_dialog,
    checkout_summary,
    confirm_label,
)
from community.components.payments.gift import gift_button, gift_dialog, gift_fields, gift_menu_link
from community.components.payments.offer import offer_dialog, static_offer
from community.components.payments.payment import (
    bank_question,
    payment_consent,
    payment_facts,
    payment_form,
    payment_links,
    payment_status,
    sandbox_cards,
)
from community.components.payments.plans import gift_notice, plans_content
