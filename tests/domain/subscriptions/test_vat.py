"""Tests of the rates of VAT and of the tax in amounts."""

from itertools import accumulate, pairwise

import pytest
from hypothesis import given, strategies as st

from community.core.money import MAX_AMOUNT
from community.domain.site.definitions.invoices import parse_rate, parse_rates
from community.domain.subscriptions.vat import VatRules, clean_vat_id, compute_part, compute_vat

AMOUNTS = st.integers(1, MAX_AMOUNT)
RATES = st.integers(0, 10_000)
RULES = VatRules(
    mode="exclusive", seller_country="DE", rates={"DE": 1_900, "FR": 2_000}, default_rate=None
)


@given(AMOUNTS, RATES, st.sampled_from(["inclusive", "exclusive"]))
def test_net_and_vat_are_the_gross_amount(amount: int, rate: int, mode: str) -> None:
    line = compute_vat(amount, "EUR", VatRules(mode=mode, default_rate=rate))  # type: ignore[arg-type]
    assert line.net + line.vat == line.gross
    assert line.gross == amount if mode == "inclusive" else line.net == amount
    # The tax differs from the exact one by at most half a minor unit.
    assert abs(2 * (line.vat * 10_000 - line.net * rate)) <= 10_000 + rate


@given(AMOUNTS, RATES, st.lists(AMOUNTS, max_size=20))
def test_the_vat_of_credit_notes_adds_up_and_never_exceeds(
    gross: int, rate: int, parts: list[int]
) -> None:
    vat = compute_vat(gross, "EUR", VatRules(mode="inclusive", default_rate=rate)).vat
    left = [gross, *(max(gross - part, 0) for part in accumulate(parts))]
    notes = [compute_part(vat, gross, a) - compute_part(vat, gross, b) for a, b in pairwise(left)]
    assert all(note >= 0 for note in notes)
    assert sum(notes) == vat - compute_part(vat, gross, left[-1])
    assert compute_part(vat, gross, gross) == vat


@pytest.mark.parametrize(
    ("amount", "currency", "rate", "vat"),
    [
        (1_000, "EUR", 1_900, 190),
        (999, "EUR", 1_900, 190),
        (50, "EUR", 100, 1),  # 0.5 is rounded up
        (49, "EUR", 100, 0),
        (1_000, "JPY", 1_000, 100),
        # Providers take multiples of ten in currencies with three decimals.
        (5_120, "KWD", 500, 260),
    ],
)
def test_vat_is_rounded_half_up(amount: int, currency: str, rate: int, vat: int) -> None:
    rules = VatRules(mode="exclusive", default_rate=rate)
    assert compute_vat(amount, currency, rules).vat == vat


def test_inclusive_prices_stay_the_same_in_every_country() -> None:
    rules = VatRules(mode="inclusive", seller_country="DE", rates={"DE": 1_900, "FR": 2_000})
    for country, tax in (("DE", 190), ("FR", 198), ("US", 0)):
        line = compute_vat(1_190, "EUR", rules, country=country)
        assert (line.gross, line.vat) == (1_190, tax)


@pytest.mark.parametrize(
    ("country", "vat_id", "treatment", "rate"),
    [
        ("", "", "exclusive", 1_900),  # The country of the seller.
        ("FR", "", "exclusive", 2_000),
        ("US", "", "none", 0),
        ("DE", "DE123456789", "exclusive", 1_900),  # Not in the same country.
        ("FR", "FR12345678901", "reverse_charge", 0),
    ],
)
def test_the_buyer_decides_the_rate(country: str, vat_id: str, treatment: str, rate: int) -> None:
    rules = VatRules(
        mode="exclusive", seller_country="DE", rates=RULES.rates, has_reverse_charge=True
    )
    line = compute_vat(1_000, "EUR", rules, country=country, vat_id=vat_id)
    assert (line.treatment, line.rate) == (treatment, rate)


def test_without_the_setting_there_is_no_reverse_charge() -> None:
    line = compute_vat(1_000, "EUR", RULES, country="FR", vat_id="FR12345678901")
    assert (line.treatment, line.vat) == ("exclusive", 200)


@pytest.mark.parametrize(
    ("text", "country", "cleaned"),
    [
        ("de 123.456.789", "DE", "DE123456789"),
        ("EL123456789", "GR", "EL123456789"),
        ("ATU12345678", "AT", "ATU12345678"),
        ("CHE-123.456.789", "CH", "CHE123456789"),
        (" ", "DE", ""),
    ],
)
def test_vat_ids_lose_spaces_and_punctuation(text: str, country: str, cleaned: str) -> None:
    assert clean_vat_id(text, country) == cleaned


@pytest.mark.parametrize(
    ("text", "country"),
    [
        *(("DE12345678", "DE"), ("123456789", "DE"), ("FR12345678901", "DE")),
        *(("DE١٢٣٤٥٦٧٨٩", "DE"), ("<b>", "US"), ("A" * 21, "US")),
    ],
)
def test_other_forms_of_vat_ids_are_refused(text: str, country: str) -> None:
    with pytest.raises(ValueError, match=text[:3]):
        clean_vat_id(text, country)


def test_rates_are_read_by_country() -> None:
    assert parse_rates("DE 19\n\n ch 8,1 %\nFI 25.5") == {"DE": 1_900, "CH": 810, "FI": 2_550}


@pytest.mark.parametrize("text", ["DE", "XX 19", "DE 19\nDE 7", "DE -1", "DE 101", "DE nan"])
def test_lines_with_another_form_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_rates(text)


@pytest.mark.parametrize("text", ["", "8.125", "inf", "1e9", "19 19"])
def test_other_texts_are_no_rates(text: str) -> None:
    with pytest.raises(ValueError, match="percentage"):
        parse_rate(text)
