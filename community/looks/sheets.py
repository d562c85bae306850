"""The stylesheets of the site, in the order in which they are read; addresses within `assets/`."""

from typing import Final

STYLESHEETS: Final = [
    "styles/tokens.css",
    "styles/fonts.css",
    "styles/base.css",
    "styles/parts.css",
    "styles/prose.css",
]

# Read after the first paint (menus, tabs, growing fields).
BEHAVIOUR_SCRIPT: Final = "/behaviour.js"
# Sends the forms that are marked for it without leaving the page.
SENDING_SCRIPT: Final = "/sending.js"

# What the first screen of any page is set in; the other scripts are fetched when a page needs them.
PRELOADED_FONTS: Final = ["/fonts/onest-latin.woff2", "/fonts/literata-latin.woff2"]

# Addresses of the mark in a browser's tab and on a phone's home screen.
FAVICON: Final = "/favicon.svg"
TOUCH_ICON: Final = "/apple-touch-icon.png"
