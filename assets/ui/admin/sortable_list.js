// A list whose rows the user moves by dragging their handle with a mouse or a finger, or with the arrow keys while the
// handle has the focus. Rows have the attribute `data-sort-key`, and their handles `data-sort-handle`.
import { createElement as el, useRef } from "react";

/**
 * Returns the keys with `moved` before or after `target`.
 * @param {string[]} keys
 * @param {string} moved
 * @param {string} target
 * @param {boolean} isAfter
 */
export function moveKey(keys, moved, target, isAfter) {
  if (moved === target) return keys;
  const rest = keys.filter((key) => key !== moved);
  rest.splice(rest.indexOf(target) + (isAfter ? 1 : 0), 0, moved);
  return rest;
}

/** @param {EventTarget | null} target @returns {HTMLElement | null} */
const findRow = (target) => /** @type {Element | null} */ (target)?.closest?.("[data-sort-key]") ?? null;
/** @param {HTMLElement} row */
const getKey = (row) => row.dataset.sortKey ?? "";

/**
 * @param {{ label: string, className: string, onReorder: (keys: string[]) => void, children: ReactNode }} props
 */
export function SortableList({ label, className, onReorder, children }) {
  /** @type {Ref<HTMLUListElement>} */
  const list = useRef(null);
  const listRows = () => /** @type {HTMLElement[]} */ ([...list.current.querySelectorAll("[data-sort-key]")]);
  const drag = useDrag(listRows, (moved, target, isAfter) => {
    const keys = listRows().map(getKey);
    const next = moveKey(keys, moved, target, isAfter);
    if (next.join() !== keys.join()) onReorder(next);
  });
  /** @param {React.KeyboardEvent} event */
  const handleKey = (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const row = isHandle(event.target) ? findRow(event.target) : null;
    if (!step || !row) return;
    event.preventDefault();
    const keys = listRows().map(getKey);
    const target = keys[keys.indexOf(getKey(row)) + step];
    if (target) onReorder(moveKey(keys, getKey(row), target, step > 0));
  };
  return el("ul", { ref: list, className, "aria-label": label, onKeyDown: handleKey, ...drag }, children);
}

/** @param {EventTarget} target */
const isHandle = (target) => Boolean(/** @type {Element} */ (target).closest("[data-sort-handle]"));

/**
 * @param {() => HTMLElement[]} listRows
 * @param {(moved: string, target: string, isAfter: boolean) => void} onDrop
 */
function useDrag(listRows, onDrop) {
  const dragged = useRef(/** @type {HTMLElement | null} */ (null));
  const target = useRef(/** @type {{ row: HTMLElement, isAfter: boolean } | null} */ (null));
  const clear = () => {
    for (const row of listRows()) {
      delete row.dataset.drop;
      delete row.dataset.dragged;
    }
  };
  const end = (/** @type {boolean} */ isDropped) => {
    clear();
    if (isDropped && dragged.current && target.current) {
      onDrop(getKey(dragged.current), getKey(target.current.row), target.current.isAfter);
    }
    dragged.current = target.current = null;
  };
  return {
    onPointerDown: (/** @type {React.PointerEvent} */ event) => {
      if (event.button !== 0 || !isHandle(event.target)) return;
      dragged.current = findRow(event.target);
      /** @type {Element} */ (event.target).setPointerCapture(event.pointerId);
    },
    onPointerMove: (/** @type {React.PointerEvent} */ event) => {
      if (!dragged.current) return;
      clear();
      dragged.current.dataset.dragged = "true";
      target.current = findTarget(listRows(), event.clientY);
      if (target.current) target.current.row.dataset.drop = target.current.isAfter ? "after" : "before";
    },
    onPointerUp: () => end(true),
    onPointerCancel: () => end(false),
  };
}

/**
 * Returns the row at a vertical position, and whether the position is in its lower half.
 * @param {HTMLElement[]} rows
 * @param {number} y
 */
function findTarget(rows, y) {
  for (const row of rows) {
    const { top, height } = row.getBoundingClientRect();
    if (y < top + height) return { row, isAfter: y > top + height / 2 };
  }
  const last = rows.at(-1);
  return last ? { row: last, isAfter: true } : null;
}
