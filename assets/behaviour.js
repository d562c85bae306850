// What plain HTML cannot yet do by itself in every browser, for documents and live pages alike:
// listeners on the document, so it does not matter who rendered the element or when.

// Arrow keys walk the choices of a menu (a popover) or of a row of tabs.
const GROUPS = '[popover], [role="tablist"], [role="radiogroup"]';
const CHOICES =
  'a[href], button:not(:disabled), [role="tab"]:not(:disabled), input:not(:disabled)';
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

document.addEventListener("keydown", (event) => {
  const group = event.target.closest?.(GROUPS);
  const writing = event.target.matches?.('textarea, input:not([type="radio"]), [contenteditable]');
  if (!group || writing || event.target.matches?.('[type="radio"]')) return;
  const choices = [...group.querySelectorAll(CHOICES)].filter((choice) => choice.checkVisibility());
  const at = choices.indexOf(event.target);
  let next = null;
  if (event.key in STEPS) next = (at + STEPS[event.key] + choices.length) % choices.length;
  if (event.key === "Home") next = 0;
  if (event.key === "End") next = choices.length - 1;
  if (next === null || !choices.length) return;
  event.preventDefault();
  choices[next].focus();
  if (group.role === "tablist") choices[next].click();
});

// The arrow down on the button of an open menu goes into it.
document.addEventListener("keydown", (event) => {
  const menu = event.target.popoverTargetElement;
  if (event.key !== "ArrowDown" || !menu) return;
  event.preventDefault();
  if (!menu.matches(":popover-open")) menu.showPopover({ source: event.target });
  menu.querySelector(CHOICES)?.focus();
});

// A choice made in a menu closes it, unless it says otherwise.
document.addEventListener("click", (event) => {
  const choice = event.target.closest?.("[data-closes]");
  choice?.closest("[popover]")?.hidePopover();
});

// --- for browsers that do not know these yet ------------------------------------------------

if (!("commandForElement" in HTMLButtonElement.prototype)) {
  const acts = { "show-modal": "showModal", close: "close", "toggle-popover": "togglePopover" };
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button[commandfor]");
    const target = button && document.getElementById(button.getAttribute("commandfor"));
    target?.[acts[button.getAttribute("command")]]?.();
  });
}

if (!("closedBy" in HTMLDialogElement.prototype)) {
  document.addEventListener("click", (event) => {
    const dialog = event.target;
    if (!dialog.matches?.('dialog[closedby="any"]')) return;
    const box = dialog.getBoundingClientRect();
    const inside =
      event.clientX >= box.left && event.clientX <= box.right &&
      event.clientY >= box.top && event.clientY <= box.bottom;
    if (!inside) dialog.close();
  });
}

if (!CSS.supports("position-area", "block-end")) {
  document.addEventListener(
    "toggle",
    (event) => {
      const menu = event.target;
      const opener = document.querySelector(`[popovertarget="${CSS.escape(menu.id)}"]`);
      if (event.newState !== "open" || !menu.matches(".menu") || !opener) return;
      const from = opener.getBoundingClientRect();
      const below = from.bottom + menu.offsetHeight < innerHeight;
      const left = Math.min(from.right, innerWidth - 8) - menu.offsetWidth;
      menu.style.top = `${below ? from.bottom : from.top - menu.offsetHeight - 12}px`;
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
