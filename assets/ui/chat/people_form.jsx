// The form with which people are chosen, for a new group or as new members of one.
// `community/components/chat/people_form.py` documents its props.
import { useEffect, useId, useRef, useState } from "react";
import { initials } from "$/public/ui/formats.js";
import { gettext } from "$/public/ui/i18n.js";
import { Icon } from "$/public/ui/writing/icon.jsx";

const FIND_DELAY_MS = 200;

/**
 * @typedef {Pick<UserSummary, "id" | "slug" | "name" | "avatar">} Person
 * @typedef {object} Props
 * @property {Person[]} people the people who match the text that was searched last
 * @property {number} successes how often the server has accepted a form
 * @property {number[]} memberIds people who cannot be chosen
 * @property {number} maxNameLength 0 if the form has no field for the name of the group
 * @property {string} submitLabel
 * @property {string} dialogId the dialog that contains the form
 * @property {ClassNames} classNames
 * @property {Icons} icons
 * @property {(prefix: string) => void} onFind
 * @property {(form: GroupFormData) => void} onSubmit
 */

/** @param {Props} props */
export function PeopleForm({ people, memberIds, maxNameLength, submitLabel, onFind, onSubmit, ...props }) {
  const { classNames, icons } = props;
  const id = useId();
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState(/** @type {Person[]} */ ([]));
  const remove = (/** @type {Person} */ person) => setChosen(chosen.filter((other) => other !== person));
  const search = usePeopleSearch(onFind);
  const takenIds = new Set([...memberIds, ...chosen.map((person) => person.id)]);
  const found = search.prefix ? people.filter((person) => !takenIds.has(person.id)) : [];
  const add = (/** @type {Person} */ person) => {
    setChosen([...chosen, person]);
    search.clear();
  };
  const submit = (/** @type {React.FormEvent} */ event) => {
    event.preventDefault();
    if (!chosen.length) return search.field.current.focus();
    onSubmit({ name: name.trim(), user_ids: chosen.map((person) => person.id) });
    return undefined;
  };
  useAfterSuccess(props.successes, () => {
    setChosen([]);
    setName("");
    /** @type {HTMLDialogElement | null} */ (document.getElementById(props.dialogId))?.close();
  });
  return (
    <form className={classNames.form} onSubmit={submit}>
      {maxNameLength > 0 && <NameField {...{ id, name, setName, maxNameLength, classNames }} />}
      <div className={classNames.group}>
        <label htmlFor={`${id}-search`} className={classNames.label}>
          {gettext("People")}
        </label>
        <ChosenPeople {...{ chosen, classNames, icons }} onRemove={remove} />
        <SearchField {...{ id, search, classNames }} onEnter={() => found[0] && add(found[0])} />
        <FoundPeople {...{ found, classNames }} hasPrefix={search.prefix !== ""} onAdd={add} />
      </div>
      <SubmitButton {...{ submitLabel, classNames }} disabled={!chosen.length} />
    </form>
  );
}

/** @param {{ submitLabel: string, classNames: ClassNames, disabled: boolean }} props */
function SubmitButton({ submitLabel, classNames, disabled }) {
  return (
    <div className={classNames.actions}>
      <button type="submit" className={classNames.submit} disabled={disabled}>
        {submitLabel}
      </button>
    </div>
  );
}

/**
 * @param {number} successes
 * @param {() => void} finish
 */
function useAfterSuccess(successes, finish) {
  const before = useRef(successes);
  useEffect(() => {
    if (successes > before.current) finish();
    before.current = successes;
  }, [successes]);
}

/**
 * @param {{
 *   id: string,
 *   search: ReturnType<typeof usePeopleSearch>,
 *   onEnter: () => void,
 *   classNames: ClassNames,
 * }} props
 */
function SearchField({ id, search, onEnter, classNames }) {
  return (
    <input
      ref={search.field}
      id={`${id}-search`}
      type="search"
      className={classNames.input}
      placeholder={gettext("Search by name")}
      autoComplete="off"
      value={search.text}
      onChange={({ target }) => search.setText(target.value)}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        onEnter();
      }}
    />
  );
}

/**
 * Searches when the user stops typing.
 * @param {(prefix: string) => void} onFind
 */
function usePeopleSearch(onFind) {
  const [text, setText] = useState("");
  /** @type {Ref<HTMLInputElement>} */
  const field = useRef(null);
  const find = useRef(onFind);
  useEffect(() => {
    find.current = onFind;
  });
  const prefix = text.trim().replace(/^@/, "");
  useEffect(() => {
    if (!prefix) return undefined;
    const timer = setTimeout(() => find.current(prefix), FIND_DELAY_MS);
    return () => clearTimeout(timer);
  }, [prefix]);
  const clear = () => {
    setText("");
    field.current.focus();
  };
  return { text, setText, prefix, field, clear };
}

/**
 * @param {{
 *   id: string,
 *   name: string,
 *   setName: (name: string) => void,
 *   maxNameLength: number,
 *   classNames: ClassNames,
 * }} props
 */
function NameField({ id, name, setName, maxNameLength, classNames }) {
  return (
    <div className={classNames.group}>
      <label htmlFor={`${id}-name`} className={classNames.label}>
        {gettext("Name of the group")} <span className={classNames.optional}>{gettext("optional")}</span>
      </label>
      <input
        id={`${id}-name`}
        className={classNames.input}
        dir="auto"
        maxLength={maxNameLength}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
    </div>
  );
}

/** @param {{ chosen: Person[], onRemove: (person: Person) => void, classNames: ClassNames, icons: Icons }} props */
function ChosenPeople({ chosen, onRemove, classNames, icons }) {
  if (!chosen.length) return null;
  return (
    <ul className={classNames.chosen} aria-label={gettext("Chosen people")}>
      {chosen.map((person) => (
        <li key={person.id} className={classNames.chosen_item}>
          <button
            type="button"
            className={classNames.chosen_person}
            aria-label={gettext("Remove {name}", { name: person.name })}
            onClick={() => onRemove(person)}
          >
            <Avatar person={person} className={classNames.small_avatar} />
            <bdi className={classNames.chosen_name}>{person.name}</bdi>
            <Icon path={icons.x} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** @param {{ found: Person[], hasPrefix: boolean, onAdd: (person: Person) => void, classNames: ClassNames }} props */
function FoundPeople({ found, hasPrefix, onAdd, classNames }) {
  return (
    <ul className={classNames.results} aria-label={gettext("People found")}>
      {found.map((person) => (
        <li key={person.id}>
          <button type="button" className={classNames.person} onClick={() => onAdd(person)}>
            <Avatar person={person} className={classNames.avatar} />
            <span className={classNames.person_text}>
              <bdi className={classNames.person_name}>{person.name}</bdi>
              <span className={classNames.person_note}>@{person.slug}</span>
            </span>
          </button>
        </li>
      ))}
      {hasPrefix && !found.length && <li className={classNames.hint}>{gettext("No one found")}</li>}
    </ul>
  );
}

/** @param {{ person: Person, className: string }} props */
function Avatar({ person, className }) {
  if (person.avatar) return <img src={person.avatar} alt="" className={className} />;
  return (
    <span className={className} aria-hidden="true">
      {initials(person.name)}
    </span>
  );
}
