"""A small site with only the post editor and the comment composer, for end-to-end tests.

The site stores its data in files, so the data survives when a test kills the server.
"""

import json
import os
from pathlib import Path
from typing import Any

import reflex as rx
from fastapi import FastAPI, UploadFile
from fastapi.responses import JSONResponse, Response

from community.components.editor import comment_composer, post_editor
from community.styles.assets import STYLESHEETS

POST_FILE = Path(os.environ["HARNESS_DIR"]) / "store.json"
COMMENTS_FILE = POST_FILE.with_name("comments.json")


def load_post() -> dict[str, Any]:
    if not POST_FILE.exists():
        return {"markdown": ""}
    return dict(json.loads(POST_FILE.read_text()))


def load_comments() -> list[dict[str, Any]]:
    return list(json.loads(COMMENTS_FILE.read_text())) if COMMENTS_FILE.exists() else []


def find_stored_comment(message: dict[str, Any]) -> dict[str, Any] | None:
    client_id = message["client_id"]
    return next((other for other in load_comments() if other["client_id"] == client_id), None)


def get_rejection_message(message: dict[str, Any]) -> str:
    if "forbidden" in message["text"]:
        return "You may not write that here."
    stored = find_stored_comment(message)
    is_different = stored is not None and stored["text"] != message["text"]
    return "You sent a different text before." if is_different else ""


def store_comment(message: dict[str, Any]) -> None:
    if find_stored_comment(message) is None:
        COMMENTS_FILE.write_text(json.dumps([*load_comments(), message]))


class WritingState(rx.State):
    """The Reflex State of the editor page. The page edits the only post of this test site."""

    value: str = ""
    is_loaded: bool = False

    @rx.event
    def load(self) -> None:
        self.value, self.is_loaded = load_post()["markdown"], True

    @rx.event
    def save(self, markdown: str) -> None:
        POST_FILE.write_text(json.dumps({"markdown": markdown}))


USERS = [
    {"slug": "anna", "name": "Anna Petrova", "avatar": ""},
    {"slug": "anton_k", "name": "Антон Ким", "avatar": ""},
    {"slug": "boris", "name": "Boris", "avatar": ""},
]


class CommentState(rx.State):
    """The Reflex State of the discussion page. The page shows all comments of this test site."""

    comments: rx.Field[list[str]] = rx.field(default_factory=list)
    suggestions: rx.Field[list[dict[str, str]]] = rx.field(default_factory=list)
    saved: rx.Field[dict[str, Any]] = rx.field(default_factory=dict)
    rejected: rx.Field[dict[str, Any]] = rx.field(default_factory=dict)

    @rx.event
    def load(self) -> None:
        self.comments = [comment["text"] for comment in load_comments()]

    @rx.event
    def find_users(self, prefix: str) -> None:
        self.suggestions = [
            user
            for user in USERS
            if user["slug"].startswith(prefix.lower())
            or user["name"].lower().startswith(prefix.lower())
        ]

    @rx.event
    def send(self, message: dict[str, Any]) -> None:
        attempt = {name: message[name] for name in ("client_id", "revision")}
        if rejection := get_rejection_message(message):
            self.rejected = {**attempt, "message": rejection}
            return
        store_comment(message)
        if message["text"] != "Into the void":
            self.comments = [comment["text"] for comment in load_comments()]
            self.saved = attempt


def discussion_page() -> rx.Component:
    page: rx.Component = rx.el.main(
        rx.el.h1("Discussion"),
        comment_composer(
            draft_key="comment-1",
            saved=CommentState.saved,
            rejected=CommentState.rejected,
            suggestions=CommentState.suggestions,
            on_submit=CommentState.send,
            on_mention_query=CommentState.find_users,
        ),
        rx.el.ul(rx.foreach(CommentState.comments, rx.el.li), id="comments"),
        class_name="mx-auto max-w-main px-4 pt-20",
    )
    return page


def editor_page() -> rx.Component:
    page: rx.Component = rx.el.main(
        rx.el.h1("Writing", class_name="font-serif text-3xl"),
        rx.cond(
            WritingState.is_loaded, post_editor(WritingState.value, on_change=WritingState.save)
        ),
        class_name="mx-auto max-w-main px-4 pt-20",
    )
    return page


def page_without_editor() -> rx.Component:
    page: rx.Component = rx.el.main(rx.el.h1("A page without an editor"))
    return page


api = FastAPI(openapi_url=None)


@api.post("/media")
async def upload_media(file: UploadFile) -> Response:
    body = await file.read()
    if "refuse" in (file.filename or ""):
        return JSONResponse({"detail": "This image is damaged. Save it again and retry."}, 415)
    name = f"{len(list(POST_FILE.parent.glob('*.bin')))}.bin"
    (POST_FILE.parent / name).write_bytes(body)
    url = f"/media/{name}"
    return JSONResponse(
        {"id": f"id-{name}", "url": url, "width": 40, "height": 30, "variants": {}}, 201
    )


@api.get("/media/{name}")
async def serve_media(name: str) -> Response:
    return Response((POST_FILE.parent / name).read_bytes(), media_type="image/png")


@api.get("/stored")
async def serve_post() -> dict[str, Any]:
    return load_post()


@api.get("/comments")
async def serve_comments() -> list[dict[str, Any]]:
    return load_comments()


app = rx.App(api_transformer=api, stylesheets=STYLESHEETS, toaster=None)
app.add_page(editor_page, route="/write", on_load=WritingState.load)
app.add_page(discussion_page, route="/discuss", on_load=CommentState.load)
app.add_page(page_without_editor, route="/")
