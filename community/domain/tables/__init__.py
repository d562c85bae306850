"""Tables of records for the Admin Panel: definitions, filters, pages and search.

A subject defines the records of its table once. The Admin Panel adds columns and labels.
"""

from community.domain.tables.definitions import (
    COLUMNS_PARAM,
    MAX_CODE_LENGTH,
    MAX_SEARCH_LENGTH,
    PAGE_SIZE,
    RECORD_PARAM,
    SEARCH_PARAM,
    SORT_PARAM,
    RecordId,
    Sort,
    Table,
    TableView,
    build_params,
    build_url,
    encode_record_id,
    keep_conditions,
    parse_view,
)
from community.domain.tables.filters import (
    Choice,
    Filter,
    IdFilter,
    period_filter,
    reference_filter,
    value_filter,
)
from community.domain.tables.queries import (
    MAX_COUNTED,
    Record,
    count_matching,
    find_last_id,
    find_record,
    iter_pages,
    list_ids,
    load_page,
)
