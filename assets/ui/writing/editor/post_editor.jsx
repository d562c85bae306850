// The post editor. `community/components/editor/post_editor.py` documents its props.
import { useEffect, useRef, useState } from "react";
import { gettext } from "$/public/ui/i18n.js";
import { useConnection } from "../connection.js";
import { Autosave, STATUS, resolveInitialText } from "./autosave.js";
import { createEngine } from "./engine.js";
import { LinkForm } from "./link_form.jsx";
import { Toolbar } from "./toolbar.jsx";
import "./editor.css";

const STATUS_TEXTS = {
  [STATUS.idle]: "",
  [STATUS.saving]: gettext("Saving…"),
  [STATUS.saved]: gettext("Saved"),
  [STATUS.offline]: gettext("No connection. Your text is saved in this browser."),
};
const EMPTY_SELECTION = { active: {}, language: null };

export function PostEditor(props) {
  const { classNames, icons } = props;
  const documentKey = useOpenDocument(props);
  const root = useRef(null);
  const [selection, setSelection] = useState(EMPTY_SELECTION);
  const [editedLink, setEditedLink] = useState(null);
  const { engine, status, conflictingText, keepLocalText, keepServerText } = useDocument(documentKey, props, root, {
    select: setSelection,
    openLinkForm: (engine) => setEditedLink(engine.currentLink()),
  });
  const handleCommand = (name) => (name === "link" ? setEditedLink(engine.currentLink()) : engine.run(name));
  const closeLinkForm = () => (setEditedLink(null), engine.focus());
  const applyLink = (href) => (setEditedLink(null), engine.applyLink(href));

  return (
    <div className={classNames.frame}>
      <div className={classNames.bar}>
        {editedLink ? (
          <LinkForm {...editedLink} classNames={classNames} onApply={applyLink} onClose={closeLinkForm} />
        ) : (
          <Toolbar
            active={selection.active}
            {...{ classNames, icons }}
            onCommand={(name) => engine && handleCommand(name)}
            onImages={(files) => engine?.insertImages(files)}
          />
        )}
        <div className={classNames.below_toolbar}>
          {selection.language !== null && (
            <input
              className={classNames.language}
              value={selection.language}
              onChange={({ target }) => engine.setLanguage(target.value)}
              aria-label={gettext("Code language")}
              placeholder={gettext("Language")}
              spellCheck={false}
            />
          )}
          <span className={classNames.status} role="status" data-status={status}>
            {STATUS_TEXTS[status]}
          </span>
        </div>
      </div>
      {conflictingText !== null && (
        <div className={classNames.notice} role="alert">
          <p>{gettext("This text was edited elsewhere after your last change here.")}</p>
          <button type="button" className={classNames.notice_button} onClick={keepLocalText}>
            {gettext("Use my version")}
          </button>
          <button type="button" className={classNames.notice_button} onClick={keepServerText}>
            {gettext("Use the other version")}
          </button>
        </div>
      )}
      <div key={documentKey} ref={root} />
    </div>
  );
}

// Returns the key of the open document. After a reconnection the State is empty or outdated until the page has been
// loaded again. Until then the document stays open.
function useOpenDocument({ documentKey, isReady }) {
  const [openKey, setOpenKey] = useState("");
  useEffect(() => {
    if (isReady && documentKey) setOpenKey(documentKey);
  }, [isReady, documentKey]);
  return openKey;
}

// Creates the engine and the autosave of the open document, and returns the engine and the save status.
function useDocument(documentKey, props, root, { select, openLinkForm }) {
  const latest = useRef(props);
  latest.current = props;
  const connection = useConnection();
  const isConnected = useRef(connection.isConnected);
  isConnected.current = connection.isConnected;
  const [engine, setEngine] = useState(null);
  const [autosave, setAutosave] = useState(null);
  const [status, setStatus] = useState(STATUS.idle);
  const [conflictingText, setConflictingText] = useState(null);

  useEffect(() => {
    if (!documentKey) return undefined;
    const { value, savedAt, label, placeholder, uploadUrl, classNames } = latest.current;
    const initial = resolveInitialText(documentKey, value, savedAt);
    let createdEngine = null;
    let createdAutosave = null;
    let isUnmounted = false;
    const handlers = {
      change: () => createdAutosave?.handleChange(),
      select,
      openLinkForm: () => openLinkForm(createdEngine),
      blur: () => {
        createdAutosave?.flush();
        latest.current.onBlur?.();
      },
    };
    const options = { markdown: initial.text, label, placeholder, uploadUrl, classNames, handlers };
    createEngine({ root: root.current, ...options }).then((newEngine) => {
      if (isUnmounted) return newEngine.destroy();
      createdEngine = newEngine;
      createdAutosave = new Autosave({
        documentKey,
        savedAt,
        draft: initial.draft,
        getText: createdEngine.markdown,
        send: (...version) => latest.current.onChange?.(...version),
        onStatus: setStatus,
      });
      createdAutosave.setConnected(isConnected.current);
      setEngine(createdEngine);
      setAutosave(createdAutosave);
      setConflictingText(initial.conflictingText);
      return undefined;
    });
    setStatus(STATUS.idle);
    return () => {
      isUnmounted = true;
      createdAutosave?.stop();
      createdEngine?.destroy();
      setEngine(null);
      setAutosave(null);
    };
  }, [documentKey]);

  useEffect(() => autosave?.setConnected(connection.isConnected), [autosave, connection]);
  useEffect(() => {
    if (props.acknowledgedRevision) autosave?.acknowledge(props.acknowledgedRevision, props.savedAt);
  }, [autosave, props.acknowledgedRevision, props.savedAt]);
  useEffect(() => {
    if (!props.isReady || !autosave?.isPristine || autosave.base === props.savedAt) return;
    engine.replace(props.value);
    autosave.reset(props.savedAt);
  }, [autosave, props.isReady, props.savedAt]);
  useFlushOnLeave(autosave);

  return {
    engine,
    status,
    conflictingText,
    keepLocalText: () => (engine.replace(conflictingText), setConflictingText(null)),
    keepServerText: () => setConflictingText(null),
  };
}

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
