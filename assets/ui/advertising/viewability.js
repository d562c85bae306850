// Measures whether an element was visible as the standard of MRC and IAB demands: half of its area, or 30 % of a large
// one, for one second without interruption, in a visible tab that has the focus.

const REQUIRED_MS = 1000;
const REQUIRED_SHARE = 0.5;
const REQUIRED_SHARE_OF_LARGE = 0.3;
const LARGE_AREA = 242_500;

/**
 * `onRendered` is called once when the page shows the element anywhere, and `onViewable` once when it has been visible
 * for long enough.
 * @typedef {{ onRendered: () => void, onViewable: () => void }} Handlers
 */

class Measurement {
  /** @type {Timer | undefined} */
  #timer;
  #isRendered = false;
  #isInView = false;

  /** @param {Handlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.isDone = false;
  }

  /** @param {IntersectionObserverEntry} entry */
  handleEntry({ intersectionRatio, boundingClientRect }) {
    const area = boundingClientRect.width * boundingClientRect.height;
    if (area && !this.#isRendered) this.handlers.onRendered();
    this.#isRendered ||= area > 0;
    this.#isInView = area > 0 && intersectionRatio >= getRequiredShare(area);
    this.update();
  }

  update() {
    if (this.isDone) return;
    if (this.#isInView && isPageViewed()) this.#timer ??= setTimeout(() => this.#finish(), REQUIRED_MS);
    else this.#clearTimer();
  }

  stop() {
    this.isDone = true;
    this.#clearTimer();
  }

  #clearTimer() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #finish() {
    this.#timer = undefined;
    // A dialog may have hidden the element without an event.
    if (!isPageViewed()) return;
    this.stop();
    this.handlers.onViewable();
  }
}

/**
 * Starts the measurement of an element. Returns a function that stops it.
 * @param {HTMLElement} element
 * @param {Handlers} handlers
 */
export function watchViewability(element, handlers) {
  const events = new AbortController();
  const measurement = new Measurement(handlers);
  const observer = new IntersectionObserver((entries) => measurement.handleEntry(entries[entries.length - 1]), {
    threshold: [0, REQUIRED_SHARE_OF_LARGE, REQUIRED_SHARE],
    rootMargin: getRootMargin(),
  });
  const update = () => measurement.update();
  for (const name of ["focus", "blur"]) addEventListener(name, update, { signal: events.signal });
  // Dialogs report with `toggle` and `close` that they were opened and closed.
  for (const name of ["visibilitychange", "toggle", "close"]) {
    document.addEventListener(name, update, {
      capture: true,
      signal: events.signal,
    });
  }
  observer.observe(element);
  return () => {
    measurement.stop();
    observer.disconnect();
    events.abort();
  };
}

/** @param {number} area in CSS pixels */
const getRequiredShare = (area) => (area >= LARGE_AREA ? REQUIRED_SHARE_OF_LARGE : REQUIRED_SHARE);

const isPageViewed = () =>
  document.visibilityState === "visible" && document.hasFocus() && !document.querySelector("dialog:modal");

/** Excludes what the header and the bar at the bottom cover, as they stay on the screen. */
function getRootMargin() {
  const header = document.querySelector("[data-page-header]")?.offsetHeight ?? 0;
  const bar = document.querySelector("[data-bottom-bar]")?.offsetHeight ?? 0;
  return `${-header}px 0px ${-bar}px 0px`;
}
