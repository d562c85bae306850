"""Value added tax: the rate of a buyer, and the tax in an amount.

Rates are in hundredths of a percent, amounts in minor units. The tax is rounded to the nearest
minor unit, half up; the net amount is the rest, so that both always add up to the gross amount.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from community.core.money import get_exponent
from community.domain.site import PaymentSettings
from community.domain.site.definitions.invoices import VatMode, parse_rate, parse_rates
from community.i18n import gettext as _
from community.models import Payment

VatTreatment = Literal["none", "inclusive", "exclusive", "reverse_charge"]

FULL_RATE: Final = 10_000
# The prefixes of VAT IDs in the EU by country. Those of Greece do not begin with its code.
EU_PREFIXES: Final[Mapping[str, str]] = {
    code: "EL" if code == "GR" else code
    for code in (
        "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK"
    ).split()
}
# What follows the prefix: https://ec.europa.eu/taxation_customs/vies/#/faq, question 11
_EU_NUMBERS: Final[Mapping[str, str]] = {
    "AT": r"U\d{8}",
    "BE": r"[01]\d{9}",
    "BG": r"\d{9,10}",
    "CY": r"\d{8}[A-Z]",
    "CZ": r"\d{8,10}",
    "DE": r"\d{9}",
    "DK": r"\d{8}",
    "EE": r"\d{9}",
    "EL": r"\d{9}",
    "ES": r"[A-Z0-9]\d{7}[A-Z0-9]",
    "FI": r"\d{8}",
    "FR": r"[A-HJ-NP-Z0-9]{2}\d{9}",
    "HR": r"\d{11}",
    "HU": r"\d{8}",
    "IE": r"\d[A-Z0-9+*]\d{5}[A-Z]{1,2}",
    "IT": r"\d{11}",
    "LT": r"(\d{9}|\d{12})",
    "LU": r"\d{8}",
    "LV": r"\d{11}",
    "MT": r"\d{8}",
    "NL": r"[A-Z0-9+*]{12}",
    "PL": r"\d{10}",
    "PT": r"\d{9}",
    "RO": r"\d{2,10}",
    "SE": r"\d{12}",
    "SI": r"\d{8}",
    "SK": r"\d{10}",
}
_OTHER_NUMBER: Final = re.compile(r"[A-Z0-9]{2,20}")
# Providers take only multiples of ten in currencies with three decimals.
_MAX_EXPONENT: Final = 2


@dataclass(frozen=True, slots=True)
class VatRules:
    """What the administrator has set."""

    mode: VatMode = "off"
    seller_country: str = ""
    rates: Mapping[str, int] | None = None  # by country
    default_rate: int | None = None  # the rate of other countries; None if they have no VAT
    # Whether buyers with a VAT ID of another EU country pay no VAT
    has_reverse_charge: bool = False


@dataclass(frozen=True, slots=True)
class VatLine:
    treatment: VatTreatment
    rate: int
    net: int
    vat: int

    @property
    def gross(self) -> int:
        return self.net + self.vat


def read_rules(section: PaymentSettings) -> VatRules:
    rate = section.vat_default_rate
    return VatRules(
        mode=section.vat_mode,
        seller_country=section.seller_country,
        rates=parse_rates(section.vat_rates),
        default_rate=parse_rate(rate) if rate else None,
        has_reverse_charge=section.vat_reverse_charge,
    )


def compute_vat(
    amount: int, currency: str, rules: VatRules, *, country: str = "", vat_id: str = ""
) -> VatLine:
    """Return what a buyer pays for a price, and how much of it is VAT.

    Args:
        amount: The price: gross if prices include VAT, else net.
        country: The country of the buyer. Without one, the seller's country applies.
        vat_id: The VAT ID of the buyer in the form of `clean_vat_id`, or "".
    """
    buyer_country = country or rules.seller_country
    rate = (rules.rates or {}).get(buyer_country, rules.default_rate)
    if rules.mode == "off" or rate is None:
        return VatLine("none", 0, amount, 0)
    if rules.has_reverse_charge and _is_reverse_charge(rules.seller_country, country, vat_id):
        return VatLine("reverse_charge", 0, amount, 0)
    if rules.mode == "inclusive":
        tax = compute_contained_vat(amount, rate)
        return VatLine("inclusive", rate, amount - tax, tax)
    return VatLine("exclusive", rate, amount, compute_added_vat(amount, rate, currency))


def compute_added_vat(net: int, rate: int, currency: str) -> int:
    step = 10 if get_exponent(currency) > _MAX_EXPONENT else 1
    return _divide(net * rate, FULL_RATE * step) * step


def compute_contained_vat(gross: int, rate: int) -> int:
    return _divide(gross * rate, FULL_RATE + rate)


def compute_part(vat: int, gross: int, part: int) -> int:
    """Return the VAT in a part of a gross amount.

    For growing parts the result never falls, and it is all of the VAT for the whole amount. So the
    differences between several parts add up to the VAT of the whole.
    """
    return _divide(vat * part, gross) if gross else 0


def get_price_part(payment: Payment, amount: int) -> int:
    """Return what a part of the amount of a payment is worth in prices.

    Prices contain no VAT if it is added to them. Proration and credit count in prices.
    """
    if payment.vat_treatment != "exclusive":
        return amount
    return amount - compute_part(payment.vat, payment.amount, amount)


def clean_vat_id(text: str, country: str) -> str:
    """Return a VAT ID without spaces and punctuation.

    The form is checked, in the EU with the length that the country uses. Whether it exists is not.
    Raise `ValueError` if it has another form, or does not belong to the country.
    """
    cleaned = re.sub(r"[\s.\-_/]", "", text).upper()
    if not cleaned:
        return ""
    prefix = EU_PREFIXES.get(country)
    pattern = f"{prefix}{_EU_NUMBERS[prefix]}" if prefix else _OTHER_NUMBER.pattern
    if not re.fullmatch(pattern, cleaned, re.ASCII):
        raise ValueError(text)
    return cleaned


def describe_vat(treatment: VatTreatment) -> str:
    """Return whether VAT is added to a price, or "" without VAT."""
    return {"inclusive": _("incl. VAT"), "exclusive": _("plus VAT")}.get(treatment, "")


def _is_reverse_charge(seller_country: str, country: str, vat_id: str) -> bool:
    is_other = country != seller_country
    return bool(vat_id) and is_other and {seller_country, country} <= EU_PREFIXES.keys()


def _divide(dividend: int, divisor: int) -> int:
    return (2 * dividend + divisor) // (2 * divisor)
