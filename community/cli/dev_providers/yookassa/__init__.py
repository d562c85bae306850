"""A local server that plays YooKassa, built from its public documentation.

It has the API, the script of the checkout widget, and the notifications. The reference is at
https://yookassa.ru/developers/api.
"""

from community.cli.dev_providers.yookassa.app import Api, create_app
from community.cli.dev_providers.yookassa.cards import CARDS
from community.cli.dev_providers.yookassa.notifications import (
    Notification,
    NotificationSender,
    send_notification,
)
from community.cli.dev_providers.yookassa.requests import CURRENCIES
from community.cli.dev_providers.yookassa.shop import Shop
from community.cli.dev_providers.yookassa.widget import SCRIPT_PATH

__all__ = [
    "CARDS",
    "CURRENCIES",
    "SCRIPT_PATH",
    "Api",
    "Notification",
    "NotificationSender",
    "Shop",
    "create_app",
    "send_notification",
]
