// The editor of a post as Reflex sees it; see `community/components/editor/post_editor.py`.
import { useEffect, useRef, useState } from "react";
import { useConnection } from "../connection.js";
import { DraftKeeper, STATUS, chooseText } from "./draft_keeper.js";
import { createEngine } from "./engine.js";
import { LinkForm } from "./link_form.jsx";
import { Toolbar } from "./toolbar.jsx";
import "./editor.css";

const WORDS = {
  [STATUS.idle]: "",
  [STATUS.saving]: "Saving…",
  [STATUS.saved]: "Saved",
  [STATUS.offline]: "Not connected. Your words are kept in this browser.",
};
const NOTHING_SELECTED = { active: {}, language: null, picture: null };

export function PostEditor(props) {
  const { look, icons } = props;
  const documentKey = useOpenDocument(props);
  const root = useRef(null);
  const [selected, setSelected] = useState(NOTHING_SELECTED);
  const [linkAsked, setLinkAsked] = useState(null);
  const { engine, status, other, takeOther, leaveOther } = useDocument(documentKey, props, root, {
    select: setSelected,
    askForLink: (engine) => setLinkAsked(engine.link()),
  });
  const press = (name) => (name === "link" ? setLinkAsked(engine.link()) : engine.run(name));
  const closeLink = () => (setLinkAsked(null), engine.focus());
  const applyLink = (address) => (setLinkAsked(null), engine.applyLink(address));

  return (
    <div className={look.frame}>
      <div className={look.bar}>
        {linkAsked ? (
          <LinkForm {...linkAsked} look={look} onApply={applyLink} onClose={closeLink} />
        ) : (
          <Toolbar
            active={selected.active}
            {...{ look, icons }}
            onPress={(name) => engine && press(name)}
            onPictures={(files) => engine?.insertPictures(files)}
          />
        )}
        <div className={look.under_tools}>
          {selected.language !== null && (
            <input
              className={look.language}
              value={selected.language}
              onChange={({ target }) => engine.setLanguage(target.value)}
              aria-label="Language of the code"
              placeholder="Language"
              spellCheck={false}
            />
          )}
          <span className={look.status} role="status" data-status={status}>
            {WORDS[status]}
          </span>
        </div>
      </div>
      {other !== null && (
        <div className={look.notice} role="alert">
          <p>This text was changed elsewhere after you wrote in this browser.</p>
          <button type="button" className={look.notice_button} onClick={takeOther}>
            Use what I wrote here
          </button>
          <button type="button" className={look.notice_button} onClick={leaveOther}>
            Keep the newer text
          </button>
        </div>
      )}
      <div key={documentKey} ref={root} />
    </div>
  );
}

// The key of the document that is open. After a reconnection the state begins empty or old, and is
// right only when the page has been loaded again: until then what is open stays open.
function useOpenDocument({ documentKey, ready }) {
  const [open, setOpen] = useState("");
  useEffect(() => {
    if (ready && documentKey) setOpen(documentKey);
  }, [ready, documentKey]);
  return open;
}

// One document while it is open: its engine, its keeper, and what is known about its saving.
function useDocument(documentKey, props, root, { select, askForLink }) {
  const latest = useRef(props);
  latest.current = props;
  const connection = useConnection();
  const isOpen = useRef(connection.open);
  isOpen.current = connection.open;
  const [engine, setEngine] = useState(null);
  const [keeper, setKeeper] = useState(null);
  const [status, setStatus] = useState(STATUS.idle);
  const [other, setOther] = useState(null);

  useEffect(() => {
    if (!documentKey) return undefined;
    const { value, savedAt, label, placeholder, uploadUrl, look } = latest.current;
    const chosen = chooseText(documentKey, value, savedAt);
    let made = null;
    let kept = null;
    let isGone = false;
    const on = {
      change: () => kept?.changed(),
      select,
      linkKey: () => askForLink(made),
      blur: () => {
        kept?.flush();
        latest.current.onBlur?.();
      },
    };
    const options = { root: root.current, markdown: chosen.text, label, placeholder, look, on };
    createEngine({ ...options, uploadAddress: uploadUrl }).then((ready) => {
      if (isGone) return ready.destroy();
      made = ready;
      kept = new DraftKeeper({
        documentKey,
        savedAt,
        draft: chosen.draft,
        read: made.markdown,
        send: (...version) => latest.current.onChange?.(...version),
        show: setStatus,
      });
      kept.connected(isOpen.current);
      setEngine(made);
      setKeeper(kept);
      setOther(chosen.other);
      return undefined;
    });
    setStatus(STATUS.idle);
    return () => {
      isGone = true;
      kept?.stop();
      made?.destroy();
      setEngine(null);
      setKeeper(null);
    };
  }, [documentKey]);

  useEffect(() => keeper?.connected(connection.open), [keeper, connection]);
  useEffect(() => {
    if (props.acknowledged) keeper?.acknowledge(props.acknowledged, props.savedAt);
  }, [keeper, props.acknowledged, props.savedAt]);
  useEffect(() => {
    if (!props.ready || !keeper?.isUntouched || keeper.base === props.savedAt) return;
    engine.replace(props.value);
    keeper.begin(props.savedAt);
  }, [keeper, props.ready, props.savedAt]);
  useFlushWhenLeaving(keeper);

  return {
    engine,
    status,
    other,
    takeOther: () => (engine.replace(other), setOther(null)),
    leaveOther: () => setOther(null),
  };
}

function useFlushWhenLeaving(keeper) {
  useEffect(() => {
    const flush = () => document.visibilityState === "hidden" && keeper?.flush();
    const keep = () => keeper?.keep();
    document.addEventListener("visibilitychange", flush);
    window.addEventListener("pagehide", keep);
    return () => {
      document.removeEventListener("visibilitychange", flush);
      window.removeEventListener("pagehide", keep);
    };
  }, [keeper]);
}
