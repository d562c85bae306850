// The form that creates an access token. It uses HTTP and not the WebSocket, so that the secret is never stored in the
// State. The secret exists only in the response and on this page, until the user dismisses it.
import { useEffect, useRef, useState } from "react";
import { gettext, pgettext } from "$/public/ui/i18n.js";
import { Icon } from "$/public/ui/writing/icon.jsx";

const DAY = 24 * 60 * 60 * 1000;

/**
 * @typedef {Partial<Pick<Problem, "errors" | "detail">>} FormProblem
 * @typedef {{ value: string, label: string, hint: string }} Scope
 */

/**
 * A module variable, so that the token is kept when React mounts the form again after a lost connection.
 * @type {Token | null}
 */
let createdToken = null;

/**
 * @param {{
 *   url: string,
 *   scopes: Scope[],
 *   lifetimes: [days: string, text: string][],
 *   classNames: ClassNames,
 *   icons: Icons,
 *   onCreated: () => void,
 * }} props
 */
export function TokenForm({ url, scopes, lifetimes, classNames, icons, onCreated }) {
  /** @type {Ref<HTMLFormElement>} */
  const form = useRef(null);
  const { token, problem, isSubmitting, submit, dismiss } = useTokenForm(form, url, onCreated);
  const { detail = "" } = problem;
  const errors = problem.errors ?? {};
  return (
    <>
      {token && <Secret token={token} classNames={classNames} icons={icons} onDone={dismiss} />}
      <form ref={form} className={classNames.form} noValidate onSubmit={submit}>
        {detail && !Object.keys(errors).length && (
          <p className={classNames.alert} role="alert">
            {detail}
          </p>
        )}
        <NameField error={errors.name} classNames={classNames} />
        <ScopeField scopes={scopes} error={errors.scopes} classNames={classNames} />
        <LifetimeField lifetimes={lifetimes} error={errors.expires_at} classNames={classNames} icons={icons} />
        <div>
          <button type="submit" className={classNames.submit} disabled={isSubmitting}>
            {gettext("Create token")}
          </button>
        </div>
      </form>
    </>
  );
}

/**
 * @param {Ref<HTMLFormElement>} form
 * @param {string} url
 * @param {() => void} onCreated
 */
function useTokenForm(form, url, onCreated) {
  const [token, setToken] = useState(createdToken);
  const [problem, setProblem] = useState(/** @type {FormProblem} */ ({}));
  const [isSubmitting, setIsSubmitting] = useState(false);

  const showToken = (/** @type {Token | null} */ created) => {
    createdToken = created;
    setToken(created);
  };
  const submit = async (/** @type {React.FormEvent} */ event) => {
    event.preventDefault();
    setIsSubmitting(true);
    const [created, rejected] = await createToken(url, new FormData(form.current));
    setIsSubmitting(false);
    setProblem(rejected);
    if (!created) return;
    form.current.reset();
    showToken(created);
    onCreated();
  };
  const dismiss = () => {
    showToken(null);
    const name = /** @type {HTMLInputElement} */ (form.current.elements.namedItem("name"));
    name.focus();
  };
  useEffect(() => {
    form.current.querySelector('[aria-invalid="true"]')?.focus();
  }, [problem]);
  return { token, problem, isSubmitting, submit, dismiss };
}

/** @param {{ error?: string[], classNames: ClassNames }} props */
function NameField({ error, classNames }) {
  return (
    <div className={classNames.field}>
      <label htmlFor="token-name" className={classNames.label}>
        {pgettext("token", "Name")}
      </label>
      <input
        id="token-name"
        name="name"
        type="text"
        autoComplete="off"
        className={classNames.input}
        aria-invalid={Boolean(error)}
        aria-describedby="token-name-note"
      />
      <FieldNote id="token-name-note" error={error} hint={gettext("A name you'll recognise")} classNames={classNames} />
    </div>
  );
}

/**
 * @param {{
 *   lifetimes: [days: string, text: string][],
 *   error?: string[],
 *   classNames: ClassNames,
 *   icons: Icons,
 * }} props
 */
function LifetimeField({ lifetimes, error, classNames, icons }) {
  return (
    <div className={classNames.field}>
      <label htmlFor="token-lifetime" className={classNames.label}>
        {gettext("Expiry")}
      </label>
      <div className={classNames.select_frame}>
        <select id="token-lifetime" name="days" className={classNames.select} defaultValue={lifetimes[1][0]}>
          {lifetimes.map(([days, text]) => (
            <option key={days} value={days}>
              {text}
            </option>
          ))}
        </select>
        <span className={classNames.select_arrow}>
          <Icon path={icons.arrow} />
        </span>
      </div>
      <FieldNote id="token-lifetime-note" error={error} classNames={classNames} />
    </div>
  );
}

/** @param {{ scopes: Scope[], error?: string[], classNames: ClassNames }} props */
function ScopeField({ scopes, error, classNames }) {
  return (
    <fieldset className={classNames.field} aria-describedby="token-scopes-note">
      <legend className={classNames.legend}>{gettext("Permissions")}</legend>
      {scopes.map(({ value, label, hint }) => (
        <label key={value} className={classNames.choice}>
          <input
            type="checkbox"
            name="scopes"
            value={value}
            defaultChecked={value === "read"}
            className={classNames.checkbox}
            aria-invalid={Boolean(error)}
          />
          <span className={classNames.choice_text}>
            <span className={classNames.choice_label}>{label}</span>
            <span className={classNames.hint}>{hint}</span>
          </span>
        </label>
      ))}
      <FieldNote id="token-scopes-note" error={error} classNames={classNames} />
    </fieldset>
  );
}

/** @param {{ token: Token, classNames: ClassNames, icons: Icons, onDone: () => void }} props */
function Secret({ token, classNames, icons, onDone }) {
  const secret = token.secret ?? "";
  /** @type {Ref<HTMLInputElement>} */
  const field = useRef(null);
  const { isCopied, copy } = useCopy(field, secret);
  return (
    <section className={classNames.secret} aria-labelledby="token-secret-title">
      <h3 id="token-secret-title" className={classNames.secret_title}>
        {gettext("Token “{name}” created", { name: token.name })}
      </h3>
      <p className={classNames.secret_text}>{gettext("Copy it now. You won't be able to see it again.")}</p>
      <div className={classNames.secret_row}>
        <input ref={field} readOnly value={secret} aria-label={gettext("Token")} className={classNames.secret_value} />
        <button type="button" className={classNames.copy} onClick={copy}>
          <Icon path={isCopied ? icons.check : icons.copy} />
          {isCopied ? gettext("Copied") : gettext("Copy")}
        </button>
        <button type="button" className={classNames.done} onClick={onDone}>
          {gettext("Done")}
        </button>
      </div>
      <p className="sr-only" role="status">
        {isCopied ? gettext("Copied") : ""}
      </p>
    </section>
  );
}

/**
 * @param {Ref<HTMLInputElement>} field
 * @param {string} secret
 */
function useCopy(field, secret) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    field.current.focus();
    field.current.select();
    setIsCopied(false);
  }, [secret]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setIsCopied(true);
    } catch {
      // Browsers allow writing to the clipboard only over HTTPS. Otherwise the user copies the selected value manually.
      field.current.select();
    }
  };
  return { isCopied, copy };
}

/** @param {{ id: string, error?: string[], hint?: string, classNames: ClassNames }} props */
function FieldNote({ id, error, hint, classNames }) {
  if (error)
    return (
      <p id={id} className={classNames.error} role="alert">
        {error.join(" ")}
      </p>
    );
  return hint ? (
    <p id={id} className={classNames.hint}>
      {hint}
    </p>
  ) : null;
}

/**
 * Resolves to [token, {}], or to [null, problem], where `problem` is the problem document (RFC 9457) of the HTTP API.
 * @param {string} url
 * @param {FormData} formData
 * @returns {Promise<[Token | null, FormProblem]>}
 */
async function createToken(url, formData) {
  const days = Number(formData.get("days"));
  /** @type {TokenCreate} */
  const body = {
    name: String(formData.get("name")),
    scopes: /** @type {TokenCreate["scopes"]} */ (formData.getAll("scopes")),
    expires_at: days ? new Date(Date.now() + days * DAY).toISOString() : null,
  };
  if (!body.scopes.length) return [null, { errors: { scopes: [gettext("Choose at least one permission.")] } }];
  const headers = { Accept: "application/json", "Content-Type": "application/json" };
  try {
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    return response.ok ? [await response.json(), {}] : [null, await response.json()];
  } catch {
    return [null, { detail: gettext("Couldn't reach the site. Check your connection and try again.") }];
  }
}
