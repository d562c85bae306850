"""Store which objects show which uploaded images, and fill the table from the existing content."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import chain
from uuid import UUID

import sqlalchemy as sa
from alembic import op

revision = "d94b7e15c2f0"
down_revision = "d47a5e90c1b2"
branch_labels = None
depends_on = None

# The texts of a batch contain at most about 25,000 URLs. PostgreSQL allows 32,767 parameters.
BATCH_SIZE = 10
UPLOAD_URL = re.compile(r"/media/[\w/]*?([0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12})")
# For each kind of reference: the table, its id column, and the columns that contain image URLs.
SOURCES = {
    "post": ("posts", "id", ("text", "cover")),
    "post_draft": ("post_drafts", "post_id", ("text", "cover")),
    "user_avatar": ("users", "id", ("avatar",)),
    "user_header": ("users", "id", ("header",)),
    "community_avatar": ("communities", "id", ("avatar",)),
    "community_header": ("communities", "id", ("header",)),
}

uploads = sa.table(
    "uploads",
    sa.column("id", sa.Uuid()),
    sa.column("attached_at", sa.DateTime(timezone=True)),
    sa.column("detached_at", sa.DateTime(timezone=True)),
)
references = sa.table(
    "upload_references",
    sa.column("kind", sa.String()),
    sa.column("object_id", sa.BigInteger()),
    sa.column("upload_id", sa.Uuid()),
)
comment_media = sa.table(
    "comment_media", sa.column("comment_id", sa.BigInteger()), sa.column("upload_id", sa.Uuid())
)


def upgrade() -> None:
    op.create_table(
        "upload_references",
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column(
            "object_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("upload_id", sa.Uuid(), nullable=False),
        sa.CheckConstraint(
            "kind IN ('post', 'post_draft', 'comment', 'user_avatar', 'user_header', "
            "'community_avatar', 'community_header')",
            name=op.f("ck_upload_references_kind"),
        ),
        sa.ForeignKeyConstraint(
            ["upload_id"],
            ["uploads.id"],
            name=op.f("fk_upload_references_upload_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "kind", "object_id", "upload_id", name=op.f("pk_upload_references")
        ),
    )
    op.create_index(
        op.f("ix_upload_references_upload_id"), "upload_references", ["upload_id"], unique=False
    )
    op.execute(
        references.insert().from_select(
            ["kind", "object_id", "upload_id"],
            sa.select(
                sa.literal("comment"), comment_media.c.comment_id, comment_media.c.upload_id
            ).distinct(),
        )
    )
    for kind, (table_name, id_name, column_names) in SOURCES.items():
        for rows in _iter_batches(table_name, id_name, column_names):
            _insert_references(kind, rows)
    # Earlier versions did not detach an image that was removed from the text of a post.
    is_shown = sa.exists().where(references.c.upload_id == uploads.c.id)
    op.execute(
        uploads.update()
        .where(uploads.c.attached_at.is_not(None), ~is_shown)
        .values(attached_at=None, detached_at=datetime.now(UTC))
    )


def downgrade() -> None:
    op.drop_index(op.f("ix_upload_references_upload_id"), table_name="upload_references")
    op.drop_table("upload_references")


def _iter_batches(
    table_name: str, id_name: str, column_names: tuple[str, ...]
) -> Iterator[list[tuple[int, set[UUID]]]]:
    """Yield the ids of the rows that contain image URLs, and the ids of the images."""
    table = sa.table(table_name, sa.column(id_name), *map(sa.column, column_names))
    row_id, columns = table.c[id_name], [table.c[name] for name in column_names]
    last_id = 0
    while True:
        rows = (
            op.get_bind()
            .execute(
                sa.select(row_id, *columns)
                .where(
                    row_id > last_id, sa.or_(*(column.contains("/media/") for column in columns))
                )
                .order_by(row_id)
                .limit(BATCH_SIZE)
            )
            .all()
        )
        if not rows:
            return
        last_id = rows[-1][0]
        yield [(object_id, _extract_upload_ids(texts)) for object_id, *texts in rows]


def _extract_upload_ids(texts: list[str | None]) -> set[UUID]:
    return set(map(UUID, chain.from_iterable(UPLOAD_URL.findall(text or "") for text in texts)))


def _insert_references(kind: str, rows: list[tuple[int, set[UUID]]]) -> None:
    mentioned = {upload_id for _, upload_ids in rows for upload_id in upload_ids}
    attached = set(
        op.get_bind().scalars(
            sa.select(uploads.c.id).where(
                uploads.c.id.in_(mentioned), uploads.c.attached_at.is_not(None)
            )
        )
    )
    op.bulk_insert(
        references,
        [
            {"kind": kind, "object_id": object_id, "upload_id": upload_id}
            for object_id, upload_ids in rows
            for upload_id in upload_ids & attached
        ],
    )
