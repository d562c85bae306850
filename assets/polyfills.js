// Keyboard navigation of menus, tabs and the skip link, clicks before the live page is ready, and polyfills for HTML and
// CSS features that some browsers lack.
// All listeners are on `document`, so they work for server-rendered and live pages.

// The arrow keys move the focus between the items of a popover menu or between the tabs of a tab list.
const GROUPS = '[popover], [role="tablist"], [role="radiogroup"]';
const ITEMS = 'a[href], button:not(:disabled), [role="tab"]:not(:disabled), input:not(:disabled)';
/** @type {Record<string, number>} */
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const group = target.closest?.(GROUPS);
  if (!group || target.matches("textarea, input, [contenteditable]")) return;
  const items = [...group.querySelectorAll(ITEMS)].filter((item) => item.checkVisibility());
  const next = items[nextIndex(event.key, items.indexOf(target), items.length)];
  if (!next) return;
  event.preventDefault();
  next.focus();
  if (group.role === "tablist") next.click();
});

/**
 * Returns the index of the item to which the key moves the focus, or -1 if the key moves nothing.
 * @param {string} key
 * @param {number} index
 * @param {number} count
 */
function nextIndex(key, index, count) {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return key in STEPS ? (index + STEPS[key] + count) % count : -1;
}

// The Arrow Down key on a menu button opens the menu and focuses its first item.
document.addEventListener("keydown", (event) => {
  const button = /** @type {HTMLButtonElement} */ (event.target);
  const menu = /** @type {HTMLElement | null | undefined} */ (button.popoverTargetElement);
  if (event.key !== "ArrowDown" || !menu) return;
  event.preventDefault();
  if (!menu.matches(":popover-open")) menu.showPopover({ source: button });
  menu.querySelector(ITEMS)?.focus();
});

// A click on an item marked `data-close-popover` closes its popover.
document.addEventListener("click", (event) => {
  const item = /** @type {HTMLElement} */ (event.target).closest?.("[data-close-popover]");
  /** @type {HTMLElement | null | undefined} */ (item?.closest("[popover]"))?.hidePopover();
});

// The skip link moves the focus. Without this listener, the router would only change the URL. It adds the path to `href`.
document.addEventListener(
  "click",
  (event) => {
    if (!(/** @type {HTMLElement} */ (event.target).closest?.('a[href$="#main"]'))) return;
    event.preventDefault();
    const main = document.getElementById("main");
    main?.focus({ preventScroll: true });
    main?.scrollIntoView();
  },
  { capture: true },
);

// Marks the button of the server-rendered page that was clicked last. `ui/early_click.js` repeats the click as soon as
// the live page is ready.
document.addEventListener("click", (event) => {
  const page = document.querySelector("ssr-page");
  if (!page) return;
  page.querySelector("[data-early-click]")?.removeAttribute("data-early-click");
  const button = /** @type {HTMLElement} */ (event.target).closest?.("ssr-page button");
  // Other buttons have an effect in the server-rendered page.
  if (button?.matches('[type="button"]:not([popovertarget], [commandfor])')) button.toggleAttribute("data-early-click");
});

// --- polyfills ------------------------------------------------------------------------------

if (!("commandForElement" in HTMLButtonElement.prototype)) {
  /** @type {Record<string, string>} */
  const methods = { "show-modal": "showModal", close: "close", "toggle-popover": "togglePopover" };
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented) return;
    const button = /** @type {HTMLElement} */ (event.target).closest?.("button[commandfor]");
    const target = document.getElementById(button?.getAttribute("commandfor") ?? "");
    const method = methods[button?.getAttribute("command") ?? ""];
    /** @type {any} */ (target)?.[method]?.();
  });
}

if (!("closedBy" in HTMLDialogElement.prototype)) {
  document.addEventListener("click", (event) => {
    const dialog = /** @type {HTMLDialogElement} */ (event.target);
    if (!dialog.matches?.('dialog[closedby="any"]')) return;
    const box = dialog.getBoundingClientRect();
    const isInside =
      event.clientX >= box.left &&
      event.clientX <= box.right &&
      event.clientY >= box.top &&
      event.clientY <= box.bottom;
    if (!isInside && dialog.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close();
  });
}

if (!CSS.supports("position-area", "block-end")) {
  document.addEventListener(
    "toggle",
    (event) => {
      const menu = /** @type {HTMLElement} */ (event.target);
      const id = CSS.escape(menu.id);
      const opener = document.querySelector(`[popovertarget="${id}"], [aria-controls="${id}"]`);
      if (/** @type {ToggleEvent} */ (event).newState !== "open" || !menu.matches(".menu") || !opener) return;
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
  document.addEventListener("input", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (!target.matches("textarea")) return;
    target.style.height = "auto";
    target.style.height = `${target.scrollHeight}px`;
  });
}
