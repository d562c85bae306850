"""Let members report private messages, and store copies of them and of those near them."""

import sqlalchemy as sa
from alembic import op

revision = "f4a91c6d83b7"
down_revision = "a94c3e07d5b2"
branch_labels = None
depends_on = None

NAME = "ck_reports_target_kind"
KINDS = "'user', 'post', 'comment'"


def upgrade() -> None:
    _replace_check(f"target_kind IN ({KINDS}, 'message')")
    op.create_table(
        "report_messages",
        *(
            sa.Column(name, _key(), nullable=False)
            for name in ("report_id", "message_id", "author_id")
        ),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["report_id"],
            ["reports.id"],
            name=op.f("fk_report_messages_report_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["author_id"],
            ["users.id"],
            name=op.f("fk_report_messages_author_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("report_id", "message_id", name=op.f("pk_report_messages")),
    )
    op.create_index(op.f("ix_report_messages_author_id"), "report_messages", ["author_id"])


def downgrade() -> None:
    op.drop_table("report_messages")
    op.execute("DELETE FROM reports WHERE target_kind = 'message'")
    _replace_check(f"target_kind IN ({KINDS})")


def _key() -> sa.types.TypeEngine[int]:
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _replace_check(condition: str) -> None:
    _set_foreign_keys(is_on=False)
    with op.batch_alter_table("reports") as table:
        table.drop_constraint(op.f(NAME), type_="check")
        table.create_check_constraint(op.f(NAME), sa.text(condition))
    _set_foreign_keys(is_on=True)


def _set_foreign_keys(*, is_on: bool) -> None:
    """Let SQLite create a table again without changing the rows that refer to it."""
    if op.get_bind().dialect.name == "sqlite":
        with op.get_context().autocommit_block():
            op.execute(f"PRAGMA foreign_keys={'ON' if is_on else 'OFF'}")
