// Makes an access token. It goes over HTTP and not over the socket: its secret is only ever in the answer and in
// this page, until it is put away.
import { useEffect, useRef, useState } from "react";
import { Icon } from "$/public/ui/writing/icon.jsx";

const DAY = 24 * 60 * 60 * 1000;
const NO_SCOPE = "Choose what the token may do: read, write or both.";
const UNREACHED = "The site could not be reached. Try again in a moment.";

// Survives that the form is drawn anew, as it is after a lost connection; a reload forgets it.
let inHand = null;

export function TokenMaker({ address, scopes, terms, look, icons, onMade }) {
  const [made, setMade] = useState(inHand);
  const [refusal, setRefusal] = useState({});
  const [isSending, setIsSending] = useState(false);
  const form = useRef(null);

  const hold = (token) => {
    inHand = token;
    setMade(token);
  };
  const send = async (event) => {
    event.preventDefault();
    setIsSending(true);
    const [token, refused] = await make(address, new FormData(form.current));
    setIsSending(false);
    setRefusal(refused);
    if (!token) return;
    form.current.reset();
    hold(token);
    onMade();
  };
  const putAway = () => {
    hold(null);
    form.current.elements.name.focus();
  };
  useEffect(() => {
    form.current.querySelector('[aria-invalid="true"]')?.focus();
  }, [refusal]);

  const { errors = {}, detail = "" } = refusal;
  return (
    <>
      {made && <Secret token={made} look={look} icons={icons} onDone={putAway} />}
      <form ref={form} className={look.form} noValidate onSubmit={send}>
        {detail && !Object.keys(errors).length && <p className={look.alert} role="alert">{detail}</p>}
        <div className={look.field}>
          <label htmlFor="token-name" className={look.label}>Name</label>
          <input
            id="token-name"
            name="name"
            type="text"
            autoComplete="off"
            className={look.input}
            aria-invalid={Boolean(errors.name)}
            aria-describedby="token-name-note"
          />
          <Note id="token-name-note" error={errors.name} hint="To tell it from others." look={look} />
        </div>
        <fieldset className={look.field} aria-describedby="token-scopes-note">
          <legend className={look.legend}>What it may do</legend>
          {scopes.map(({ value, label, hint }) => (
            <label key={value} className={look.choice}>
              <input
                type="checkbox"
                name="scopes"
                value={value}
                defaultChecked={value === "read"}
                className={look.checkbox}
                aria-invalid={Boolean(errors.scopes)}
              />
              <span className={look.choice_text}>
                <span className={look.choice_label}>{label}</span>
                <span className={look.hint}>{hint}</span>
              </span>
            </label>
          ))}
          <Note id="token-scopes-note" error={errors.scopes} look={look} />
        </fieldset>
        <div className={look.field}>
          <label htmlFor="token-term" className={look.label}>How long it lasts</label>
          <div className={look.select_frame}>
            <select id="token-term" name="days" className={look.select} defaultValue={terms[1][0]}>
              {terms.map(([days, words]) => <option key={days} value={days}>{words}</option>)}
            </select>
            <span className={look.select_arrow}><Icon path={icons.arrow} /></span>
          </div>
          <Note id="token-term-note" error={errors.expires_at} look={look} />
        </div>
        <div>
          <button type="submit" className={look.submit} disabled={isSending}>Make a token</button>
        </div>
      </form>
    </>
  );
}

function Secret({ token, look, icons, onDone }) {
  const [isCopied, setIsCopied] = useState(false);
  const field = useRef(null);
  useEffect(() => {
    field.current.focus();
    field.current.select();
    setIsCopied(false);
  }, [token.secret]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token.secret);
      setIsCopied(true);
    } catch {
      // Only secure pages may copy by themselves; the value is selected, so that a person can.
      field.current.select();
    }
  };
  return (
    <section className={look.secret} aria-labelledby="token-secret-title">
      <h3 id="token-secret-title" className={look.secret_title}>“{token.name}” is ready</h3>
      <p className={look.secret_text}>Copy it now and keep it safe. It is shown this once only.</p>
      <div className={look.secret_row}>
        <input ref={field} readOnly value={token.secret} aria-label="The token" className={look.secret_value} />
        <button type="button" className={look.copy} onClick={copy}>
          <Icon path={isCopied ? icons.check : icons.copy} />
          {isCopied ? "Copied" : "Copy"}
        </button>
        <button type="button" className={look.done} onClick={onDone}>Done</button>
      </div>
      <p className="sr-only" role="status">{isCopied ? "Copied" : ""}</p>
    </section>
  );
}

function Note({ id, error, hint, look }) {
  if (error) return <p id={id} className={look.error} role="alert">{error.join(" ")}</p>;
  return hint ? <p id={id} className={look.hint}>{hint}</p> : null;
}

// Resolves to the token, or to nothing and the refusal as the interface has it.
async function make(address, typed) {
  const days = Number(typed.get("days"));
  const body = {
    name: typed.get("name"),
    scopes: typed.getAll("scopes"),
    expires_at: days ? new Date(Date.now() + days * DAY).toISOString() : null,
  };
  if (!body.scopes.length) return [null, { errors: { scopes: [NO_SCOPE] } }];
  const headers = { Accept: "application/json", "Content-Type": "application/json" };
  try {
    const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
    return answer.ok ? [await answer.json(), {}] : [null, await answer.json()];
  } catch {
    return [null, { detail: UNREACHED }];
  }
}
