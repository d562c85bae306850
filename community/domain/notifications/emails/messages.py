"""The emails about notifications: about a single one, or a list of several."""

from collections.abc import Sequence

from community import urls
from community.domain.mail import Button, Entry, Message, Note, Part, Quote
from community.domain.notifications import policies, schemas
from community.i18n import gettext as _, ngettext


def build_message(
    views: Sequence[schemas.NotificationView], *, site_name: str, unsubscribe_url: str
) -> Message:
    """Return the email about the notifications, of which there is at least one."""
    subject = (
        views[0].text
        if len(views) == 1
        else ngettext(
            "{n} new notification on {site}",
            "{n} new notifications on {site}",
            len(views),
            site=site_name,
        )
    )
    return Message(
        subject=subject,
        preheader=_build_preheader(views),
        parts=_build_single(views[0]) if len(views) == 1 else _build_list(views),
        reason=_("You get this email because you turned on notifications by email."),
        unsubscribe_url=unsubscribe_url,
    )


def _build_preheader(views: Sequence[schemas.NotificationView]) -> str:
    if len(views) == 1:
        return views[0].quote or views[0].target.title
    return views[0].text


def _build_single(view: schemas.NotificationView) -> list[Part]:
    parts: list[Part] = []
    if context := _get_context(view):
        parts.append(Note(context))
    if view.quote:
        parts.append(Quote(view.quote))
    parts.append(Button(_get_label(view.target), urls.absolute(view.target.url)))
    return parts


def _build_list(views: Sequence[schemas.NotificationView]) -> list[Part]:
    shown = views[: policies.MAX_NOTIFICATIONS_PER_EMAIL]
    parts: list[Part] = [
        Entry(
            text=view.text,
            url=urls.absolute(view.target.url),
            context=_get_context(view),
            quote=view.quote,
        )
        for view in shown
    ]
    if hidden := len(views) - len(shown):
        parts.append(Note(ngettext("And {n} other.", "And {n} others.", hidden)))
    parts.append(Button(_("View all notifications"), urls.absolute(urls.NOTIFICATIONS)))
    return parts


def _get_context(view: schemas.NotificationView) -> str:
    if view.target.type == "user":
        return ""
    if view.target.type == "chat":
        return _list_senders(view)
    return view.target.title


def _list_senders(view: schemas.NotificationView) -> str:
    if view.actors_count < 2:
        return ""
    names = ", ".join(user.name for user in view.actors)
    if others := view.actors_count - len(view.actors):
        return ngettext(
            "From {names} and {n} other", "From {names} and {n} others", others, names=names
        )
    return _("From {names}", names=names)


def _get_label(target: schemas.NotificationTarget) -> str:
    if target.url == urls.NOTIFICATIONS:
        return _("View notifications")
    labels = {
        "comment": _("View comment"),
        "post": _("View post"),
        "user": _("View profile"),
        "chat": _("View conversation"),
    }
    return labels[target.type]
