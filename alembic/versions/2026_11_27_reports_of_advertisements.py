"""Let readers report advertisements, which have no author, also readers without an account."""

import sqlalchemy as sa
from alembic import op

revision = "e61b8a4c7d20"
down_revision = "c4d8f2a61b97"
branch_labels = None
depends_on = None

NAME = "ck_reports_target_kind"
KINDS = "'user', 'post', 'comment', 'message'"


def upgrade() -> None:
    _change(f"target_kind IN ({KINDS}, 'advertisement')", length=13, is_nullable=True)


def downgrade() -> None:
    op.execute("DELETE FROM reports WHERE target_kind = 'advertisement'")
    _change(f"target_kind IN ({KINDS})", length=7, is_nullable=False)


def _change(condition: str, *, length: int, is_nullable: bool) -> None:
    _set_foreign_keys(is_on=False)
    with op.batch_alter_table("reports") as table:
        table.drop_constraint(op.f(NAME), type_="check")
        table.alter_column("target_kind", type_=sa.String(length), existing_nullable=False)
        table.alter_column("user_id", existing_type=_key(), nullable=is_nullable)
        table.create_check_constraint(op.f(NAME), sa.text(condition))
    _set_foreign_keys(is_on=True)


def _key() -> sa.types.TypeEngine[int]:
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _set_foreign_keys(*, is_on: bool) -> None:
    """Let SQLite create a table again without changing the rows that refer to it."""
    if op.get_bind().dialect.name == "sqlite":
        with op.get_context().autocommit_block():
            op.execute(f"PRAGMA foreign_keys={'ON' if is_on else 'OFF'}")
