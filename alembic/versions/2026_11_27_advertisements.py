"""Add advertisements and their statistics."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "a94c3e07d5b2"
down_revision = "e41b7a90c3d8"
branch_labels = None
depends_on = None

BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
JSON = sa.JSON().with_variant(postgresql.JSONB(astext_type=sa.Text()), "postgresql")
TIME = sa.DateTime(timezone=True)
KINDS = (
    "'post', 'post_draft', 'comment', 'user_avatar', 'user_header', "
    "'community_avatar', 'community_header', 'reaction', 'site_logo', 'site_icon'"
)


def upgrade() -> None:
    _create_advertisements()
    op.create_table(
        "advertisement_statistics",
        sa.Column("advertisement_id", BIG_KEY, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("place", sa.String(length=11), nullable=False),
        sa.Column("community_id", BIG_KEY, nullable=False),
        *_counters(),
        _foreign_key("advertisement_statistics", "advertisement_id", "advertisements.id"),
        sa.PrimaryKeyConstraint(
            "advertisement_id",
            "day",
            "place",
            "community_id",
            name=op.f("pk_advertisement_statistics"),
        ),
    )
    op.create_table(
        "member_impressions",
        sa.Column("id", BIG_KEY, nullable=False),
        sa.Column("user_id", BIG_KEY, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("advertisement_id", BIG_KEY, nullable=False),
        sa.Column("impressions", sa.Integer(), server_default="0", nullable=False),
        _foreign_key("member_impressions", "advertisement_id", "advertisements.id"),
        _foreign_key("member_impressions", "user_id", "users.id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_member_impressions")),
        sa.UniqueConstraint("user_id", "day", "advertisement_id", name="uq_member_impressions"),
    )
    for column in ("day", "advertisement_id"):
        op.create_index(op.f(f"ix_member_impressions_{column}"), "member_impressions", [column])
    op.create_table(
        "advertisement_stored_counts",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("stored_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_advertisement_stored_counts")),
    )
    op.create_index(
        op.f("ix_advertisement_stored_counts_stored_at"),
        "advertisement_stored_counts",
        ["stored_at"],
    )
    _set_kinds(f"{KINDS}, 'advertisement'")


def downgrade() -> None:
    op.execute("DELETE FROM upload_references WHERE kind = 'advertisement'")
    _set_kinds(KINDS)
    op.drop_table("advertisement_stored_counts")
    op.drop_table("member_impressions")
    op.drop_table("advertisement_statistics")
    op.drop_table("advertisements")


def _create_advertisements() -> None:
    op.create_table(
        "advertisements",
        sa.Column("id", BIG_KEY, nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=6), nullable=False),
        sa.Column("place", sa.String(length=11), nullable=False),
        sa.Column("images", JSON, nullable=False),
        sa.Column("alt", sa.String(length=120), nullable=False),
        sa.Column("title", sa.String(length=60), nullable=False),
        sa.Column("text", sa.String(length=140), nullable=False),
        sa.Column("button", sa.String(length=24), nullable=False),
        sa.Column("link", sa.String(length=500), nullable=False),
        sa.Column("weight", sa.Integer(), nullable=False),
        sa.Column("every_nth", sa.Integer(), nullable=True),
        sa.Column("starts_at", TIME, nullable=False),
        sa.Column("ends_at", TIME, nullable=True),
        sa.Column("budget_impressions", sa.Integer(), nullable=True),
        sa.Column("audience", JSON, nullable=False),
        sa.Column("cap_per_day", sa.Integer(), nullable=True),
        sa.Column("is_house", sa.Boolean(), nullable=False),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("changed_by_id", BIG_KEY, nullable=True),
        sa.Column("approved_at", TIME, nullable=True),
        sa.Column("approved_by_id", BIG_KEY, nullable=True),
        sa.Column("report_token_hash", sa.String(length=64), nullable=True),
        *_counters(),
        sa.CheckConstraint(
            "(kind = 'banner' AND place IN ('header', 'sidebar', 'post_bottom')) "
            "OR (kind = 'feed' AND place IN ('feed', 'comments'))",
            name=op.f("ck_advertisements_place"),
        ),
        sa.CheckConstraint("weight BETWEEN 1 AND 100", name=op.f("ck_advertisements_weight")),
        sa.CheckConstraint("ends_at > starts_at", name=op.f("ck_advertisements_period")),
        _foreign_key("advertisements", "changed_by_id", "users.id", "SET NULL"),
        _foreign_key("advertisements", "approved_by_id", "users.id", "SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_advertisements")),
        sa.UniqueConstraint("report_token_hash", name=op.f("uq_advertisements_report_token_hash")),
    )


def _counters() -> list[sa.Column[int]]:
    return [
        sa.Column(name, sa.Integer(), server_default="0", nullable=False)
        for name in ("shown", "impressions", "clicks")
    ]


def _foreign_key(
    table: str, column: str, target: str, on_delete: str = "CASCADE"
) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column], [target], name=op.f(f"fk_{table}_{column}"), ondelete=on_delete
    )


def _set_kinds(kinds: str) -> None:
    name = op.f("ck_upload_references_kind")
    with op.batch_alter_table("upload_references") as table:
        table.drop_constraint(name, type_="check")
        table.create_check_constraint(name, f"kind IN ({kinds})")
