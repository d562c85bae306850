// Keyboard navigation of menus and tabs, and polyfills for HTML and CSS features that some browsers lack.
// All listeners are on `document`, so they work for server-rendered and live pages.

// The arrow keys move the focus between the items of a popover menu or between the tabs of a tab list.
const GROUPS = '[popover], [role="tablist"], [role="radiogroup"]';
const ITEMS = 'a[href], button:not(:disabled), [role="tab"]:not(:disabled), input:not(:disabled)';
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

document.addEventListener("keydown", (event) => {
  const group = event.target.closest?.(GROUPS);
  const isTextField = event.target.matches?.('textarea, input:not([type="radio"]), [contenteditable]');
  if (!group || isTextField || event.target.matches?.('[type="radio"]')) return;
  const items = [...group.querySelectorAll(ITEMS)].filter((item) => item.checkVisibility());
  const next = items[nextIndex(event.key, items.indexOf(event.target), items.length)];
  if (!next) return;
  event.preventDefault();
  next.focus();
  if (group.role === "tablist") next.click();
});

// Returns the index of the item to which the key moves the focus, or -1 if the key moves nothing.
function nextIndex(key, index, count) {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return key in STEPS ? (index + STEPS[key] + count) % count : -1;
}

// The Arrow Down key on a menu button opens the menu and focuses its first item.
document.addEventListener("keydown", (event) => {
  const menu = event.target.popoverTargetElement;
  if (event.key !== "ArrowDown" || !menu) return;
  event.preventDefault();
  if (!menu.matches(":popover-open")) menu.showPopover({ source: event.target });
  menu.querySelector(ITEMS)?.focus();
});

// A click on an item marked `data-close-popover` closes its popover.
document.addEventListener("click", (event) => {
  const item = event.target.closest?.("[data-close-popover]");
  item?.closest("[popover]")?.hidePopover();
});

// --- polyfills ------------------------------------------------------------------------------

if (!("commandForElement" in HTMLButtonElement.prototype)) {
  const methods = { "show-modal": "showModal", close: "close", "toggle-popover": "togglePopover" };
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button[commandfor]");
    const target = button && document.getElementById(button.getAttribute("commandfor"));
    target?.[methods[button.getAttribute("command")]]?.();
  });
}

if (!("closedBy" in HTMLDialogElement.prototype)) {
  document.addEventListener("click", (event) => {
    const dialog = event.target;
    if (!dialog.matches?.('dialog[closedby="any"]')) return;
    const box = dialog.getBoundingClientRect();
    const isInside =
      event.clientX >= box.left &&
      event.clientX <= box.right &&
      event.clientY >= box.top &&
      event.clientY <= box.bottom;
    if (!isInside) dialog.close();
  });
}

if (!CSS.supports("position-area", "block-end")) {
  document.addEventListener(
    "toggle",
    (event) => {
      const menu = event.target;
      const opener = document.querySelector(`[popovertarget="${CSS.escape(menu.id)}"]`);
      if (event.newState !== "open" || !menu.matches(".menu") || !opener) return;
      const anchor = opener.getBoundingClientRect();
      const fitsBelow = anchor.bottom + menu.offsetHeight < innerHeight;
      const left = Math.min(anchor.right, innerWidth - 8) - menu.offsetWidth;
      menu.style.top = `${fitsBelow ? anchor.bottom : anchor.top - menu.offsetHeight - 12}px`;
      menu.style.left = `${Math.max(8, left)}px`;
    },
    true,
  );
}

if (!CSS.supports("field-sizing", "content")) {
  document.addEventListener("input", ({ target }) => {
    if (!target.matches?.("textarea")) return;
    target.style.height = "auto";
    target.style.height = `${target.scrollHeight}px`;
  });
}
