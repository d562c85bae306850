// The engine of the post editor, which starts with the editor and reports each change of the text after a pause.
import { useEffect, useRef, useState } from "react";
import { createEngine } from "./engine.js";

/**
 * @import { DescribedSelection, Engine } from "./engine.js"
 * @import { Props } from "./post_editor.jsx"
 */

// Reading the text from the editor is slow, so it is read only when the user pauses.
const REPORT_AFTER = 250;

/**
 * Returns the engine, or null until it has started.
 * @param {Props} props
 * @param {Ref<HTMLElement>} root
 * @param {{
 *   select: (selection: DescribedSelection) => void,
 *   openLinkForm: (engine: Engine) => void,
 *   handleKeyDown: (event: KeyboardEvent) => boolean,
 *   handleBlur: () => void,
 * }} handlers
 */
export function useEngine(props, root, { select, openLinkForm, handleKeyDown, handleBlur }) {
  const latest = useRef(props);
  latest.current = props;
  const [engine, setEngine] = useState(/** @type {Engine | null} */ (null));

  useEffect(() => {
    const reporter = new ChangeReporter((text) => latest.current.onChange(text));
    let isClosed = false;
    const handlers = {
      change: () => reporter.schedule(),
      select,
      openLinkForm: () => reporter.engine && openLinkForm(reporter.engine),
      blur: () => (reporter.report(), handleBlur()),
      keydown: handleKeyDown,
    };
    const { value, ...options } = latest.current;
    createEngine({ ...options, root: root.current, markdown: value, handlers }).then((created) => {
      if (isClosed) return void created.destroy();
      reporter.start(created);
      setEngine(created);
      if (latest.current.autoFocus && !hasFocusedField()) created.focus();
    });
    const stopReporting = reportBeforeLeaving(reporter.report);
    return () => {
      isClosed = true;
      stopReporting();
      reporter.report();
      reporter.engine?.destroy();
    };
  }, []);
  return engine;
}

/** Returns whether the user is already typing somewhere else, for example in the title (`handleTitleKeyDown`). */
const hasFocusedField = () => document.activeElement?.matches(":is(input, textarea, dialog *):not([data-is-finished])");

/** Passes the text to `onChange` if it has changed since the last time. */
class ChangeReporter {
  /** @type {Engine | null} */
  engine = null;
  #text = "";
  /** @type {Timer | undefined} */
  #timer;

  /** @param {(markdown: string) => void} onChange */
  constructor(onChange) {
    this.onChange = onChange;
  }

  /** @param {Engine} engine */
  start(engine) {
    this.engine = engine;
    this.#text = engine.markdown();
  }

  schedule() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.report, REPORT_AFTER);
  }

  report = () => {
    clearTimeout(this.#timer);
    const text = this.engine?.markdown() ?? this.#text;
    if (text === this.#text) return;
    this.#text = text;
    this.onChange(text);
  };
}

/**
 * Calls `report` when the page is hidden or closed, before other listeners of the document. Returns a function that
 * stops this.
 * @param {() => void} report
 */
function reportBeforeLeaving(report) {
  document.addEventListener("visibilitychange", report, { capture: true });
  window.addEventListener("pagehide", report);
  return () => {
    document.removeEventListener("visibilitychange", report, { capture: true });
    window.removeEventListener("pagehide", report);
  };
}
