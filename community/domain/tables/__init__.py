"""Tables of records for the Admin Panel: definitions, filters, pages, search and CSV files.

A subject defines its table once. The page of a section, its CSV file and its HTTP route use this
definition.
"""

from community.domain.tables.csv_files import format_cell, format_csv, iter_csv
from community.domain.tables.definitions import (
    COLUMNS_PARAM,
    MAX_CODE_LENGTH,
    MAX_SEARCH_LENGTH,
    NUMBER_KINDS,
    PAGE_SIZE,
    RECORD_PARAM,
    SEARCH_PARAM,
    SORT_PARAM,
    Badge,
    Column,
    Link,
    Money,
    Person,
    Picture,
    RecordId,
    Sort,
    Table,
    TableView,
    Value,
    Width,
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
    label_filter,
    period_filter,
    reference_filter,
)
from community.domain.tables.queries import (
    MAX_COUNTED,
    Record,
    count_matching,
    find_last_id,
    find_record,
    list_ids,
    load_page,
)
