from typing import Final

from community.admin.blocks.table.layout import Column, FilterLabels, TableLayout, period_labels
from community.admin.blocks.table.values import Badge, Person, Picture
from community.domain import uploads
from community.i18n import gettext as _, noop
from community.models import Upload

# Width in pixels of the images in the table.
_PREVIEW_WIDTH: Final = 320

PLACE_LABELS: Final = {
    "posts": noop("Posts"),
    "comments": noop("Comments"),
    "profiles": noop("Profiles"),
    "communities": noop("Communities"),
    "site": noop("Site, reactions and advertising"),
}


def _to_picture(upload: Upload) -> Picture:
    size = f"{upload.width} × {upload.height}"
    # Translators: {size} is a width and height in pixels.
    note = _("{size}, video", size=size) if upload.video_size else size
    url = uploads.get_still_url(upload, _PREVIEW_WIDTH)
    return Picture(uploads.get_display_name(upload), url, note)


def _to_use(upload: Upload) -> Badge:
    return Badge(noop("Unused")) if upload.attached_at is None else Badge(noop("In use"), "success")


UPLOAD_LAYOUT: Final = TableLayout(
    table=uploads.UPLOAD_TABLE,
    columns=(
        Column("file", noop("Image"), _to_picture, "picture", "lg"),
        Column("owner", noop("Owner"), lambda upload: Person.of(upload.owner), "person", "md"),
        Column("use", noop("Use"), _to_use, "badge"),
        Column("size", noop("Size"), lambda upload: upload.size, "size", sort="size"),
        Column(
            "original_size",
            noop("Uploaded file"),
            lambda upload: upload.original_size or None,
            "size",
            is_default=False,
        ),
        Column("alt", noop("Alt text"), lambda upload: upload.alt, width="md", is_default=False),
        Column(
            "uploaded", noop("Uploaded"), lambda upload: upload.created_at, "time", sort="uploaded"
        ),
    ),
    filters={
        "use": FilterLabels(noop("Use"), {"used": noop("In use"), "unused": noop("Unused")}),
        "place": FilterLabels(noop("Shown in"), PLACE_LABELS),
        "uploaded": period_labels(noop("Uploaded")),
        "owner": FilterLabels(noop("Owner")),
    },
)
