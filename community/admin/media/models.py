"""What the section shows of the storage in use, as text in the language of the site."""

from community.admin.media.table import PLACE_LABELS
from community.core.read_models import ReadModel
from community.domain import chat, uploads
from community.i18n import formats, gettext as _, ngettext


class UsageFigure(ReadModel):
    """The images that objects of one kind show. `code` is the choice of the filter."""

    code: str = ""
    label: str = ""
    count: str = ""
    size: str = ""


class UsageFigures(ReadModel):
    """The storage in use.

    `chats` are the pictures and files of private messages, which the section does not list.
    """

    total: UsageFigure = UsageFigure()
    unused: UsageFigure = UsageFigure()
    has_unused: bool = False
    chats: UsageFigure = UsageFigure()
    places: list[UsageFigure] = []


def build_figures(usage: uploads.MediaUsage, chats: chat.ChatFilesUsage) -> UsageFigures:
    return UsageFigures(
        total=_build(usage.count, usage.size),
        unused=_build(usage.unused_count, usage.unused_size),
        has_unused=usage.unused_count > 0,
        chats=_build(chats.count, chats.size),
        places=[
            _build(item.count, item.size, code=item.place, label=PLACE_LABELS[item.place])
            for item in usage.places
        ],
    )


def describe_unused(unused: uploads.UnusedUploads) -> str:
    if not unused.count:
        return _("There are no unused images that are older than an hour.")
    return ngettext(
        "{n} image with {size} is deleted. You can't undo this.",
        "{n} images with {size} are deleted. You can't undo this.",
        unused.count,
        size=formats.format_size(unused.size),
    )


def _build(count: int, size: int, *, code: str = "", label: str = "") -> UsageFigure:
    return UsageFigure(
        code=code,
        label=_(label) if label else "",
        count=formats.format_number(count),
        size=formats.format_size(size),
    )
