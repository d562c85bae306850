"""Rename the tables of bulk actions, which were called bulk acts, and the jobs that run them.

Entries of the audit log are never changed, so older ones keep the codes `bulk_act.…`.
"""

import re

import sqlalchemy as sa
from alembic import op

revision = "4e8a1f60d2b9"
down_revision = "9d04c7be51a3"
branch_labels = None
depends_on = None

TABLES = ("{}s", "{}_records")
INDEXES = (
    ("ix_{}s_created_at", "{}s", ("created_at",)),
    ("ix_{}s_section_table", "{}s", ("section_table", "id")),
    ("ix_{}_records_{}", "{}_records", ("{}_id", "id")),
)
CONSTRAINTS = (
    ("{}s", ("pk_{}s", "ck_{}s_state", "fk_{}s_created_by_id", "fk_{}s_undone_by_id")),
    ("{}_records", ("pk_{}_records", "fk_{}_records_{}_id")),
)


def upgrade() -> None:
    rename("act", "action")


def downgrade() -> None:
    rename("action", "act")


def rename(old: str, new: str) -> None:
    if op.get_bind().dialect.name == "sqlite":
        copy_tables(old, new)
    else:
        rename_tables(old, new)
    rename_jobs(f"bulk_{old}", f"bulk_{new}")


def rename_tables(old: str, new: str) -> None:
    before, after = f"bulk_{old}", f"bulk_{new}"

    def alter(kind: str, name: str, change: str) -> None:
        op.execute(f"ALTER {kind} {fill(name, before)} {change} {fill(name, after)}")

    for table in TABLES:
        alter("TABLE", table, "RENAME TO")
        alter("SEQUENCE", f"{table}_id_seq", "RENAME TO")
    for name, _table, _columns in INDEXES:
        alter("INDEX", name, "RENAME TO")
    for table, names in CONSTRAINTS:
        for name in names:
            constraint = f"RENAME CONSTRAINT {fill(name, before)} TO {fill(name, after)}"
            op.execute(f"ALTER TABLE {fill(table, after)} {constraint}")
    op.alter_column(f"{after}s", old, new_column_name=new)
    op.alter_column(f"{after}_records", f"{before}_id", new_column_name=f"{after}_id")


def copy_tables(old: str, new: str) -> None:
    """Create the tables again, because SQLite cannot rename their constraints."""
    before, after = f"bulk_{old}", f"bulk_{new}"
    for table in TABLES:
        query = sa.text("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = :name")
        sql = op.get_bind().scalar(query, {"name": fill(table, before)})
        op.execute(re.sub(rf"\b{old} VARCHAR", f"{new} VARCHAR", sql.replace(before, after)))
        source = fill(table, before)
        op.execute(f"INSERT INTO {fill(table, after)} SELECT * FROM {source}")  # noqa: S608
    for table in reversed(TABLES):
        op.drop_table(fill(table, before))
    for name, table, columns in INDEXES:
        names = [fill(column, after) for column in columns]
        op.create_index(fill(name, after), fill(table, after), names, postgresql_concurrently=True)


def rename_jobs(before: str, after: str) -> None:
    names = {f"run_{before}": f"run_{after}", f"purge_{before}s": f"purge_{after}s"}
    for table in ("outbox_messages", "job_runs"):
        job = sa.table(table, sa.column("name", sa.String))
        for name, new_name in names.items():
            op.execute(sa.update(job).where(job.c.name == name).values(name=new_name))
    if op.get_bind().dialect.name == "sqlite":
        arguments = "replace(arguments, :before, :after)"
    else:
        arguments = "CAST(replace(CAST(arguments AS text), :before, :after) AS jsonb)"
    message = sa.table("outbox_messages", sa.column("name"), sa.column("arguments"))
    op.execute(
        sa.update(message)
        .where(message.c.name == f"run_{after}")
        .values(arguments=sa.text(arguments).bindparams(before=before, after=after))
    )


def fill(name: str, prefix: str) -> str:
    return name.replace("{}", prefix)
