"""The page of every address that no other page has."""

import reflex as rx

from community.components.missing import not_here
from community.components.rail import rail
from community.components.site import page
from community.looks import missing as words
from community.state.frame import Frame


def missing() -> rx.Component:
    """There is nothing."""
    return page(not_here(words.NOTHING), ready=Frame.arrived, rail=rail())
