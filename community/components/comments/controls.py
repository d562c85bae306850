"""Controls of a discussion whose logic runs in the browser (`assets/ui/discussion/controls.js`)."""

from community.rendering import react_component

MODULE = "discussion/controls.js"
LIBRARY = f"$/public/ui/{MODULE}"

# Handles the keys `j`, `k` and `n`, announces new comments to screen readers, and reloads comments
# that may be outdated. `on_check_stale` receives at most 200 of the `stale_ids`.
thread_navigator = react_component(MODULE, "ThreadNavigator", on_check_stale=list[int])

# Loads more replies to the comment `parent_id`, or more comments on the post if `parent_id` is 0.
# It sends only one request for each `cursor`, even if the user clicks several times.
load_more_button = react_component(MODULE, "LoadMoreButton", on_load_more=str)

# A `<select>` that writes the selected sort order to the URL, except for `default_order`.
sort_select = react_component(MODULE, "SortSelect")
