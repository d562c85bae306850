// The open document of the post editor: its engine and its autosave.
import { useEffect, useRef, useState } from "react";
import { useConnection } from "../connection.js";
import { Autosave, STATUS, resolveInitialText } from "./autosave.js";
import { createEngine } from "./engine.js";

/**
 * @import { DescribedSelection, Engine } from "./engine.js"
 * @import { Props } from "./post_editor.jsx"
 *
 * @typedef {{ select: (selection: DescribedSelection) => void, openLinkForm: (engine: Engine) => void }} Handlers
 * @typedef {{ engine: Engine, autosave: Autosave, conflictingText: string | null }} OpenDocument
 */

/**
 * Creates the engine and the autosave of the open document, and returns the engine and the save status.
 * @param {string} documentKey
 * @param {Props} props
 * @param {Ref<HTMLElement>} root
 * @param {Handlers} handlers
 */
export function useDocument(documentKey, props, root, handlers) {
  const latest = useRef(props);
  latest.current = props;
  const connection = useConnection();
  const isConnected = useRef(connection.isConnected);
  isConnected.current = connection.isConnected;
  const [engine, setEngine] = useState(/** @type {Engine | null} */ (null));
  const [autosave, setAutosave] = useState(/** @type {Autosave | null} */ (null));
  const [status, setStatus] = useState(STATUS.idle);
  const [conflictingText, setConflictingText] = useState(/** @type {string | null} */ (null));

  useEffect(() => {
    if (!documentKey) return undefined;
    const close = openDocument(documentKey, latest, root.current, handlers, setStatus, (opened) => {
      opened.autosave.setConnected(isConnected.current);
      setEngine(opened.engine);
      setAutosave(opened.autosave);
      setConflictingText(opened.conflictingText);
    });
    setStatus(STATUS.idle);
    return () => {
      close();
      setEngine(null);
      setAutosave(null);
    };
  }, [documentKey]);

  useServerUpdates(engine, autosave, props, connection);
  useFlushOnLeave(autosave);
  const keepLocalText = () => {
    engine?.replace(conflictingText ?? "");
    setConflictingText(null);
  };
  return { engine, status, conflictingText, keepLocalText, keepServerText: () => setConflictingText(null) };
}

/**
 * Opens a document and calls `onOpen` when its editor is ready. Returns a function that closes the document.
 * @param {string} documentKey
 * @param {Ref<Props>} latest
 * @param {HTMLElement} root
 * @param {Handlers} handlers
 * @param {(status: import("./autosave.js").Status) => void} onStatus
 * @param {(opened: OpenDocument) => void} onOpen
 */
function openDocument(documentKey, latest, root, { select, openLinkForm }, onStatus, onOpen) {
  const { value, savedAt, label, placeholder, uploadUrl, classNames } = latest.current;
  const { text, draft, conflictingText } = resolveInitialText(documentKey, value, savedAt);
  /** @type {OpenDocument | null} */
  let opened = null;
  let isClosed = false;
  const handlers = {
    change: () => opened?.autosave.handleChange(),
    select,
    openLinkForm: () => opened && openLinkForm(opened.engine),
    blur: () => {
      opened?.autosave.flush();
      latest.current.onBlur?.();
    },
  };
  createEngine({ root, markdown: text, label, placeholder, uploadUrl, classNames, handlers }).then((engine) => {
    if (isClosed) return engine.destroy();
    const send = (/** @type {[string, number, string]} */ ...version) => latest.current.onChange?.(...version);
    const autosave = new Autosave({ documentKey, savedAt, draft, getText: engine.markdown, send, onStatus });
    opened = { engine, autosave, conflictingText };
    onOpen(opened);
    return undefined;
  });
  return () => {
    isClosed = true;
    opened?.autosave.stop();
    opened?.engine.destroy();
  };
}

/**
 * Passes the connection and the responses of the server to the autosave.
 * @param {Engine | null} engine
 * @param {Autosave | null} autosave
 * @param {Props} props
 * @param {{ isConnected: boolean }} connection
 */
function useServerUpdates(engine, autosave, { isReady, acknowledgedRevision, savedAt, value }, connection) {
  useEffect(() => autosave?.setConnected(connection.isConnected), [autosave, connection]);
  useEffect(() => {
    if (acknowledgedRevision) autosave?.acknowledge(acknowledgedRevision, savedAt);
  }, [autosave, acknowledgedRevision, savedAt]);
  useEffect(() => {
    if (!isReady || !autosave?.isPristine || autosave.base === savedAt) return;
    engine?.replace(value);
    autosave.reset(savedAt);
  }, [autosave, isReady, savedAt]);
}

/** @param {Autosave | null} autosave */
function useFlushOnLeave(autosave) {
  useEffect(() => {
    const flush = () => document.visibilityState === "hidden" && autosave?.flush();
    const saveLocally = () => autosave?.saveLocally();
    document.addEventListener("visibilitychange", flush);
    window.addEventListener("pagehide", saveLocally);
    return () => {
      document.removeEventListener("visibilitychange", flush);
      window.removeEventListener("pagehide", saveLocally);
    };
  }, [autosave]);
}
