"""A small site with nothing but the writing components, for their journeys.

What it stores goes to a file, so that it survives when the server is killed.
"""

import json
import os
from pathlib import Path
from typing import Any

import reflex as rx
from fastapi import FastAPI, UploadFile
from fastapi.responses import JSONResponse, Response

from community.components.editor import comment_composer, post_editor
from community.looks.sheets import STYLESHEETS

STORE = Path(os.environ["STAGE_DIR"]) / "store.json"
COMMENTS = STORE.with_name("comments.json")


def stored() -> dict[str, Any]:
    if not STORE.exists():
        return {"markdown": "", "version": 0, "saves": 0}
    return dict(json.loads(STORE.read_text()))


def stored_comments() -> list[dict[str, Any]]:
    return list(json.loads(COMMENTS.read_text())) if COMMENTS.exists() else []


def sent_before(message: dict[str, Any]) -> dict[str, Any] | None:
    same = (one for one in stored_comments() if one["client_id"] == message["client_id"])
    return next(same, None)


def why_not(message: dict[str, Any]) -> str:
    if "forbidden" in message["text"]:
        return "You may not write that here."
    before = sent_before(message)
    return "You sent other words before." if before and before["text"] != message["text"] else ""


def keep(message: dict[str, Any]) -> None:
    if sent_before(message) is None:
        COMMENTS.write_text(json.dumps([*stored_comments(), message]))


class WritingState(rx.State):
    """The page of one post that is being written."""

    document_key: str = ""
    value: str = ""
    saved_at: str = ""
    acknowledged: int = 0

    @rx.event
    def open_document(self) -> None:
        post = stored()
        self.document_key = "post-1"
        self.value, self.saved_at = post["markdown"], str(post["version"])

    @rx.event
    def save(self, markdown: str, revision: int, document_key: str) -> None:
        post = stored()
        version = post["version"] + 1
        STORE.write_text(
            json.dumps(
                {
                    "markdown": markdown,
                    "version": version,
                    "key": document_key,
                    "saves": post["saves"] + 1,
                }
            )
        )
        self.saved_at, self.acknowledged = str(version), revision


PEOPLE = [
    {"slug": "anna", "name": "Anna Petrova", "avatar": ""},
    {"slug": "anton_k", "name": "Антон Ким", "avatar": ""},
    {"slug": "boris", "name": "Boris", "avatar": ""},
]


class CommentState(rx.State):
    """The discussion under a post."""

    comments: rx.Field[list[str]] = rx.field(default_factory=list)
    suggestions: rx.Field[list[dict[str, str]]] = rx.field(default_factory=list)
    sent: rx.Field[dict[str, Any]] = rx.field(default_factory=dict)
    refusal: rx.Field[dict[str, Any]] = rx.field(default_factory=dict)

    @rx.event
    def load(self) -> None:
        self.comments = [one["text"] for one in stored_comments()]

    @rx.event
    def find_people(self, prefix: str) -> None:
        self.suggestions = [
            one
            for one in PEOPLE
            if one["slug"].startswith(prefix.lower())
            or one["name"].lower().startswith(prefix.lower())
        ]

    @rx.event
    def send(self, message: dict[str, Any]) -> None:
        about = {name: message[name] for name in ("client_id", "revision")}
        if sentence := why_not(message):
            self.refusal = {**about, "sentence": sentence}
            return
        keep(message)
        if message["text"] != "Into the void":
            self.comments = [one["text"] for one in stored_comments()]
            self.sent = about


def discuss() -> rx.Component:
    page: rx.Component = rx.el.main(
        rx.el.h1("Discussion"),
        comment_composer(
            draft_key="comment-1",
            sent=CommentState.sent,
            refusal=CommentState.refusal,
            suggestions=CommentState.suggestions,
            on_submit=CommentState.send,
            on_query=CommentState.find_people,
        ),
        rx.el.ul(rx.foreach(CommentState.comments, rx.el.li), id="comments"),
        class_name="mx-auto max-w-main px-4 pt-20",
    )
    return page


def write() -> rx.Component:
    page: rx.Component = rx.el.main(
        rx.el.h1("Writing", class_name="font-serif text-3xl"),
        post_editor(
            document_key=WritingState.document_key,
            value=WritingState.value,
            saved_at=WritingState.saved_at,
            acknowledged=WritingState.acknowledged,
            on_change=WritingState.save,
        ),
        class_name="mx-auto max-w-main px-4 pt-20",
    )
    return page


def plain() -> rx.Component:
    page: rx.Component = rx.el.main(rx.el.h1("A page without an editor"))
    return page


api = FastAPI(openapi_url=None)


@api.post("/media")
async def receive(file: UploadFile) -> Response:
    body = await file.read()
    if "refuse" in (file.filename or ""):
        return JSONResponse({"detail": "This picture is damaged. Save it again and retry."}, 415)
    name = f"{len(list(STORE.parent.glob('*.bin')))}.bin"
    (STORE.parent / name).write_bytes(body)
    url = f"/media/{name}"
    return JSONResponse(
        {"id": f"id-{name}", "url": url, "width": 40, "height": 30, "variants": {}}, 201
    )


@api.get("/media/{name}")
async def show(name: str) -> Response:
    return Response((STORE.parent / name).read_bytes(), media_type="image/png")


@api.get("/stored")
async def show_stored() -> dict[str, Any]:
    return stored()


@api.get("/comments")
async def show_comments() -> list[dict[str, Any]]:
    return stored_comments()


app = rx.App(api_transformer=api, stylesheets=STYLESHEETS, toaster=None)
app.add_page(write, route="/write", on_load=WritingState.open_document)
app.add_page(discuss, route="/discuss", on_load=CommentState.load)
app.add_page(plain, route="/")
