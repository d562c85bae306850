"""When the parts of the site are used that only scenes show, such as plans and reports."""

from collections.abc import Iterator
from datetime import timedelta

from community.cli.demo.actions import Action, PlayPaymentScene, PlayScene, RegisterUser
from community.cli.demo.content import get_conversations, get_extras

DAY, HOUR = timedelta(days=1), timedelta(hours=1)

# Actions before this time create no notifications, which would double the time to load a reply.
NOTIFICATIONS_SINCE = 3 * DAY

SCENES = {
    "open_shop": 364 * DAY,
    "raise_price": 200 * DAY,
    "style_names": 99 * DAY,
    "add_promo_code": 60 * DAY,
    "plan_price_change": 10 * DAY,
    "advertise": 8 * DAY,
    # Before the batch of the comment that it holds, because settings are cached.
    "block_site": 7 * DAY,
    "invite": 6 * DAY,
    "subscribe_to_authors": 5 * DAY,
    "start_trial": 4 * DAY,
    "grant_plan": 2 * DAY,
    "hold_comment": 11 * HOUR,
    "report_spam": 10 * HOUR,
    "ban_spammer": 9 * HOUR,
    "publish_off_topic": 8 * HOUR,
    "unpublish_off_topic": 7 * HOUR,
    "extend_plan": 4 * HOUR,
    "mention": 3 * HOUR,
    "follow": 2 * HOUR,
    **{
        f"conversation_{conversation.slug}": conversation.age
        for conversation in get_conversations()
    },
}
# The images that a scene needs, with the user who uploads them.
SCENE_IMAGES = {
    "style_names": ("vera", ["video-vera"]),
    "advertise": ("marta", ["shop-banner", "shop-banner-small", "shop-poster", "shop-plane"]),
}
# Each of these first renews what was due before it.
PAYMENT_SCENES = {
    "subscribe_vera": 363 * DAY,
    "subscribe_hana": 300 * DAY,
    "upgrade_vera": 250 * DAY,
    "downgrade_vera": 160 * DAY,
    "upgrade_vera_again": 100 * DAY,
    "refund_vera": 40 * DAY,
    "subscribe_arjun_for_a_year": 39 * DAY,
    "subscribe_pieter_with_a_failing_card": 33 * DAY,
    "subscribe_sam_with_a_promo_code": 25 * DAY,
    "subscribe_tomasz": 12 * DAY,
    "downgrade_tomasz": 9 * DAY,
    "renew_before_notifications": NOTIFICATIONS_SINCE + HOUR,
    "give_to_grace": 6 * HOUR,
    "give_to_marta": 5 * HOUR,
    "renew": HOUR,
    "reconcile": HOUR / 2,
}


def generate_scenes() -> Iterator[Action]:
    """Return the registrations of those who appear only in scenes, and the scenes."""
    for user in get_extras():
        yield RegisterUser(ago=user.age, user=user)
    for name, ago in SCENES.items():
        yield PlayScene(ago=ago, name=name)
    for name, ago in PAYMENT_SCENES.items():
        yield PlayPaymentScene(ago=ago, name=name)
