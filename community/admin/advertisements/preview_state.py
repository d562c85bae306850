"""State of the preview of an advertisement in its place."""

from typing import Any

import reflex as rx
from pydantic import ValidationError

from community import urls
from community.admin.advertisements.models import AdvertisementFormData
from community.components.advertisements import render_preview
from community.core.db.sessions import read_session
from community.domain import advertising, discovery, uploads
from community.state.runtime import request_context
from community.state.runtime.policy import admin

_TEXTS = ("alt", "title", "text", "button")


class AdvertisementPreviewState(rx.State):
    """What the form of an advertisement would show to readers."""

    html: str = ""  # the advertisement, or "" if the form has neither an image nor a title
    url: str = ""  # the page with its place, or "" if no page has one
    _form: dict[str, str] = {}
    _images: dict[str, advertising.PlacedImage] = {}

    @rx.event
    @admin(advertising.SECTION, limit="admin_tables")
    async def update(self, message: dict[str, Any]) -> None:
        try:
            form = AdvertisementFormData.model_validate(message)
        except ValidationError:
            return
        await self._show(form.model_dump(include={*_TEXTS, "place"}))

    async def _open(self, view: advertising.AdvertisementView | None) -> None:
        fields = {"place": "sidebar"}
        self._images = {}
        if view is not None:
            fields = view.model_dump(include={*_TEXTS, "place"})
            images = {"image": view.image, "image_small": view.image_small}
            self._images = {name: image for name, image in images.items() if image}
        await self._show(fields)

    async def _set_image(self, field: str, media: uploads.MediaView | None) -> None:
        images = {name: image for name, image in self._images.items() if name != field}
        if media is not None:
            images[field] = advertising.PlacedImage(
                url=media.url, width=media.width, height=media.height
            )
        self._images = images
        await self._show(self._form)

    async def _show(self, form: dict[str, str]) -> None:
        if not self.url or form.get("place") != self._form.get("place"):
            self.url = await _find_page(form.get("place", ""))
        self._form = form
        texts = {name: form.get(name, "").strip() for name in _TEXTS}
        has_content = texts["title"] or "image" in self._images
        shown = advertising.PlacedAdvertisement(id=0, at="", **self._images, **texts)
        self.html = render_preview(shown) if has_content else ""


async def _find_page(place: str) -> str:
    if place not in ("post_bottom", "comments"):
        return urls.preview(urls.NEW, place)
    actor = request_context.get_actor()
    async with read_session() as session:
        found = await discovery.list_active_discussions(session, actor)
    if not found:
        return ""
    most = max(found, key=lambda discussion: discussion.comments_count)
    return urls.preview(most.url.partition("?")[0], place)
