// The scrolling list of messages. It follows the end while the reader is there, keeps its place when messages are added
// above, and loads further messages when the reader comes near an end.
import { Component, createElement as el, createRef } from "react";
import { handleListKey } from "./list_keys.js";
import { currentChat } from "./thread.js";

const END_TOLERANCE = 48;
const LOAD_DISTANCE = 900;

/** @typedef {{ label: string, className: string, contentClassName: string, children?: ReactNode }} Props */
/** @typedef {{ row: HTMLElement, top: number }} Place */

/** @extends {Component<Props>} */
export class MessageScroller extends Component {
  /** @type {Ref<HTMLDivElement>} */
  #frame = /** @type {any} */ (createRef());
  /** @type {Ref<HTMLDivElement>} */
  #content = /** @type {any} */ (createRef());
  /** @type {ResizeObserver | undefined} */
  #observer;
  /** @type {Place | null} */
  #place = null;
  /** @type {number | undefined} */
  #shownChatId;

  componentDidMount() {
    this.#settle(null);
    this.#observer = new ResizeObserver(() => this.#settle(this.#place));
    this.#observer.observe(this.#frame.current);
    this.#observer.observe(this.#content.current);
  }

  componentWillUnmount() {
    this.#observer?.disconnect();
  }

  // React calls it before it changes the page, so the place is that of this moment.
  getSnapshotBeforeUpdate() {
    return currentChat().chatId === this.#shownChatId ? this.#findPlace() : null;
  }

  /**
   * @param {Props} _props
   * @param {unknown} _state
   * @param {Place | null} place
   */
  componentDidUpdate(_props, _state, place) {
    this.#settle(place);
  }

  /**
   * Scrolls to where the reader wants to be: to a target, to the end, or to the same text as before.
   * @param {Place | null} place
   */
  #settle(place) {
    const chat = currentChat();
    this.#shownChatId = chat.chatId;
    const frame = this.#frame.current;
    const target = this.#takeTarget();
    if (target) this.#scrollToRow(target, target.id === "unread" ? "start" : "center");
    else if (chat.isAtEnd) frame.scrollTop = frame.scrollHeight;
    else if (place?.row.isConnected) frame.scrollTop += this.#topOf(place.row) - place.top;
    this.#update();
  }

  /** Returns the row of the scroll target, if it is on the page, or null. */
  #takeTarget() {
    const chat = currentChat();
    const target = chat.scrollTarget;
    if (!target || !chat.isReady) return null;
    chat.scrollTarget = null;
    if (target.kind === "end") {
      chat.isAtEnd = true;
      return null;
    }
    const row =
      target.kind === "message"
        ? this.#content.current.querySelector(`[data-message="${target.id}"]`)
        : document.getElementById("unread");
    if (row) chat.isAtEnd = false;
    return row;
  }

  /**
   * @param {HTMLElement} row
   * @param {ScrollLogicalPosition} block
   */
  #scrollToRow(row, block) {
    const frame = this.#frame.current;
    const space = frame.clientHeight - row.offsetHeight;
    const offset = block === "center" ? space / 2 : Math.min(96, frame.clientHeight / 6);
    frame.scrollTop += this.#topOf(row) - offset;
    if (block === "center") row.focus({ preventScroll: true });
  }

  /** @param {HTMLElement} row */
  #topOf(row) {
    return row.getBoundingClientRect().top - this.#frame.current.getBoundingClientRect().top;
  }

  /** Returns the first visible row and its position. @returns {Place | null} */
  #findPlace() {
    const rows = /** @type {HTMLElement[]} */ ([...this.#content.current.children]);
    let low = 0;
    let high = rows.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#topOf(rows[middle]) + rows[middle].offsetHeight > 0) high = middle;
      else low = middle + 1;
    }
    return rows[low] ? { row: rows[low], top: this.#topOf(rows[low]) } : null;
  }

  /** Notes where the reader is, and loads messages near the ends. */
  #update = () => {
    const chat = currentChat();
    const { scrollTop, scrollHeight, clientHeight } = this.#frame.current;
    const below = scrollHeight - scrollTop - clientHeight;
    this.#place = this.#findPlace();
    if (!chat.isReady || !clientHeight) return;
    if (scrollTop < LOAD_DISTANCE) chat.loadOlder();
    if (below < LOAD_DISTANCE) chat.loadNewer();
    chat.setAtEnd(below < END_TOLERANCE);
  };

  render() {
    const { label, className, contentClassName, children } = this.props;
    return el(
      "div",
      {
        ref: this.#frame,
        className,
        tabIndex: 0,
        role: "group",
        "aria-label": label,
        onScroll: this.#update,
        onKeyDown: handleListKey,
      },
      el("div", { ref: this.#content, className: contentClassName }, children),
    );
  }
}
