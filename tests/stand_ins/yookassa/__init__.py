"""A local server that plays YooKassa, built from its public documentation.

It has the API, the script of the checkout widget, and the notifications. The reference is at
https://yookassa.ru/developers/api.
"""

from tests.stand_ins.yookassa.app import Api, create_app
from tests.stand_ins.yookassa.cards import CARDS
from tests.stand_ins.yookassa.notifications import (
    Notification,
    NotificationSender,
    send_notification,
)
from tests.stand_ins.yookassa.requests import CURRENCIES
from tests.stand_ins.yookassa.shop import Shop
from tests.stand_ins.yookassa.widget import SCRIPT_PATH
