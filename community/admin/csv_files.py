"""The CSV files of the tables of the Admin Panel."""

from functools import partial
from typing import Final

from community.admin.audit_log.table import AUDIT_LAYOUT
from community.admin.blocks.table.csv_files import iter_csv
from community.admin.blocks.table.layout import TableLayout
from community.admin.comments.table import COMMENT_LAYOUT
from community.admin.communities.table import COMMUNITY_LAYOUT
from community.admin.invitations.table import INVITATION_LAYOUT
from community.admin.jobs.table import JOB_LAYOUT
from community.admin.mail.table import MAIL_LAYOUT
from community.admin.media.table import UPLOAD_LAYOUT
from community.admin.posts.table import POST_LAYOUT
from community.admin.reports.table import REPORT_LAYOUT
from community.admin.subscription_invoices.table import INVOICE_LAYOUT
from community.admin.subscription_payments.table import PAYMENT_LAYOUT
from community.admin.user_subscriptions.table import SUBSCRIPTION_LAYOUT
from community.admin.users.table import USER_LAYOUT
from community.api.routes.admin.tables import TableFile, build_router

# To add the CSV file of a table, add its layout here.
LAYOUTS: Final[tuple[TableLayout, ...]] = (
    USER_LAYOUT,
    INVITATION_LAYOUT,
    AUDIT_LAYOUT,
    JOB_LAYOUT,
    MAIL_LAYOUT,
    POST_LAYOUT,
    COMMENT_LAYOUT,
    COMMUNITY_LAYOUT,
    REPORT_LAYOUT,
    UPLOAD_LAYOUT,
    SUBSCRIPTION_LAYOUT,
    PAYMENT_LAYOUT,
    INVOICE_LAYOUT,
)

router = build_router(
    TableFile(layout.table, [column.code for column in layout.columns], partial(iter_csv, layout))
    for layout in LAYOUTS
)
