// The form of a section of settings. It sends only changed settings, and the version of the section that it showed when
// the first of them was changed. Unsaved changes survive errors, lost connections, conflicts and reloads.
import { createElement as el, useEffect, useLayoutEffect, useRef } from "react";
import { listFields, readText, readValue, showText, toText } from "$/public/ui/admin/setting_values.js";
import { listChanged, markChanges, storeDraft, warnBeforeLeaving } from "$/public/ui/admin/unsaved_changes.js";
import { reportErrors } from "$/public/ui/form_errors.js";
import { readDraft } from "$/public/ui/writing/draft_storage.js";

const DRAFT_DELAY_MS = 250;

/** @typedef {import("./setting_values.js").Values} Values */

/**
 * `values` and `defaults` contain the saved values and the defaults by code. `saveCount` increases with every save, and
 * `rejectionCount` when the server rejects a form. `conflictVersion` is the version whose conflicts the form shows.
 * @typedef {{
 *   draftKey: string,
 *   values: Values,
 *   defaults: Values,
 *   version: number,
 *   conflictVersion: number,
 *   saveCount: number,
 *   rejectionCount: number,
 *   onSubmit: (message: { version: number, changes: Values }) => void,
 *   onPreview: (message: { code: string, text: string }) => void,
 *   onDraft?: (message: { values: Values }) => void,
 * }} Props
 */

/** @param {Props & { children: ReactNode, className?: string }} props */
export function SettingsForm({ children, className, ...props }) {
  /** @type {Ref<HTMLFormElement>} */
  const form = useRef(null);
  const { update, submit } = useSavedValues(form, props);
  const reportDraft = useDraftReports(form, props.onDraft);

  useEffect(() => {
    if (props.rejectionCount) reportErrors(form.current);
  }, [props.rejectionCount]);
  useEffect(() => warnBeforeLeaving(() => form.current), []);

  /** @param {React.MouseEvent<HTMLFormElement>} event */
  const click = (event) => {
    const reset = findField(event, "data-reset");
    if (reset) {
      showText(reset, toText(reset.dataset.kind, props.defaults[reset.name]));
      reset.focus();
    }
    const page = findField(event, "data-preview");
    if (page) props.onPreview({ code: page.name, text: page.value });
  };
  return el(
    "form",
    {
      ref: form,
      className,
      noValidate: true,
      onInput: () => (update(), reportDraft()),
      onSubmit: submit,
      onClick: click,
    },
    children,
  );
}

/**
 * Returns a function that reports all values in the form, after the user has paused typing.
 * @param {Ref<HTMLFormElement>} form
 * @param {Props["onDraft"]} onDraft
 */
function useDraftReports(form, onDraft) {
  const timer = useRef(/** @type {Timer | undefined} */ (undefined));
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    clearTimeout(timer.current);
    if (!onDraft) return;
    timer.current = setTimeout(() => {
      onDraft({ values: Object.fromEntries(listFields(form.current).map((field) => [field.name, readValue(field)])) });
    }, DRAFT_DELAY_MS);
  };
}

/**
 * Shows the saved values in the fields, except in those with unsaved changes.
 * @param {Ref<HTMLFormElement>} form
 * @param {Props} props
 */
function useSavedValues(form, { draftKey, values, defaults, version, conflictVersion, saveCount, onSubmit }) {
  const saved = useRef(/** @type {Values | null} */ (null));
  const submitted = useRef(/** @type {Record<string, string>} */ ({}));
  const baseVersion = useRef(version);

  const update = () => {
    if (!saved.current) return;
    markChanges(form.current, saved.current, defaults);
    storeDraft(form.current, saved.current, draftKey, baseVersion.current);
  };
  /** @param {React.FormEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const changed = listChanged(form.current, saved.current ?? {});
    submitted.current = Object.fromEntries(changed.map((field) => [field.name, readText(field)]));
    const changes = Object.fromEntries(changed.map((field) => [field.name, readValue(field)]));
    onSubmit({ version: baseVersion.current, changes });
  };

  useLayoutEffect(() => {
    const draft = saved.current ? null : findDraft(draftKey);
    if (draft) baseVersion.current = draft.version;
    else if (!form.current.hasAttribute("data-unsaved")) baseVersion.current = version;
    showValues(form.current, values, saved.current, draft?.texts ?? {});
    saved.current = values;
    update();
  }, [values, version]);

  useSubmissionResults(form, { values, version, conflictVersion, saveCount }, { submitted, baseVersion, update });
  return { update, submit };
}

/**
 * @param {string} draftKey
 * @returns {{ texts: Record<string, string>, version: number } | null}
 */
function findDraft(draftKey) {
  return readDraft(`settings:${draftKey}`, "sessionStorage");
}

/**
 * Shows the results of a submission: the saved values, or the version with the changes of others.
 * @param {Ref<HTMLFormElement>} form
 * @param {Pick<Props, "values" | "version" | "conflictVersion" | "saveCount">} props
 * @param {{ submitted: Ref<Record<string, string>>, baseVersion: Ref<number>, update: () => void }} refs
 */
function useSubmissionResults(
  form,
  { values, version, conflictVersion, saveCount },
  { submitted, baseVersion, update },
) {
  // After a save, the fields show the saved values. What was typed after the submission is kept.
  useEffect(() => {
    for (const field of listFields(form.current)) {
      const isSubmitted = submitted.current[field.name] === readText(field);
      if (isSubmitted) showText(field, toText(field.dataset.kind, values[field.name]));
    }
    if (saveCount) baseVersion.current = version;
    submitted.current = {};
    update();
  }, [saveCount]);

  // The form shows the changes of others, so the next submission is based on them.
  useEffect(() => {
    if (conflictVersion) baseVersion.current = conflictVersion;
  }, [conflictVersion]);
}

/**
 * @param {HTMLFormElement} form
 * @param {Values} values
 * @param {Values | null} previous
 * @param {Record<string, string>} unsaved
 */
function showValues(form, values, previous, unsaved) {
  for (const field of listFields(form)) {
    const { kind } = field.dataset;
    const isUnchanged = !previous || readText(field) === toText(kind, previous[field.name]);
    if (field.name in unsaved) showText(field, unsaved[field.name]);
    else if (isUnchanged) showText(field, toText(kind, values[field.name]));
  }
}

/**
 * Returns the field whose code is in an attribute of the clicked button.
 * @param {React.MouseEvent<HTMLFormElement>} event
 * @param {string} attribute
 */
function findField({ target, currentTarget }, attribute) {
  const code = /** @type {Element} */ (target).closest(`[${attribute}]`)?.getAttribute(attribute);
  return code ? listFields(currentTarget).find(({ name }) => name === code) : undefined;
}
