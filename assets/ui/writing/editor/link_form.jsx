// The address of a link, asked for in the place of the toolbar.
import { useEffect, useRef, useState } from "react";
import { completeAddress } from "./links.js";

export function LinkForm({ address, look, onApply, onClose }) {
  const field = useRef(null);
  const [typed, setTyped] = useState(address);
  useEffect(() => field.current.select(), []);

  const apply = (event) => {
    event.preventDefault();
    onApply(completeAddress(typed));
  };
  const leave = (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    onClose();
  };
  return (
    <form className={look.link_form} onSubmit={apply} onKeyDown={leave} aria-label="Link">
      <input
        ref={field}
        className={look.link_field}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        aria-label="Address of the link"
        placeholder="https://"
      />
      <button type="submit" className={look.link_button} disabled={!typed.trim()}>
        {address ? "Change" : "Add link"}
      </button>
      {address && (
        <button type="button" className={look.link_button} onClick={() => onApply("")}>
          Remove
        </button>
      )}
      <button type="button" className={look.link_button} onClick={onClose}>
        Cancel
      </button>
    </form>
  );
}
