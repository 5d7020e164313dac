import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { useScript } from '../../ui/connection/use-script.ts'
import { Field, inputClass, useField } from '../../ui/fields/field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { folded } from '../../values/folded.ts'
import { mostSuggested } from '../../values/list-query.ts'
import { type Choice, type ChoiceOf, narrowed } from './choice.ts'
import { ChoiceList, optionId } from './choice-list.tsx'

/** Debounce in milliseconds. */
const pause = 250

/**
 * Searches for the typed text; known options are filtered until the server answers. `more` counts
 * further matches; `count` fetches it before typing.
 */
function useChoices(of: ChoiceOf, first: Choice[], typed: string) {
  const fetcher = useFetcher<{ q: string; choices: Choice[]; more: number }>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const { data } = fetcher
  const find = (q: string, wait = pause) => {
    clearTimeout(timer.current)
    const address = `/admin-dashboard/choices?${new URLSearchParams({ of, q })}`
    timer.current = setTimeout(() => void fetcher.load(address), wait)
  }
  const count = () => {
    if (first.length >= mostSuggested && data?.q !== '') find('', 0)
  }
  const more = data?.q === typed ? data.more : 0
  if (typed === '') return { choices: first, more, searching: false, find, count }
  if (data?.q === typed) return { choices: data.choices, more, searching: false, find, count }
  const known = narrowed([...(data?.choices ?? []), ...first], typed).filter(once)
  return { choices: known, more, searching: true, find, count }
}

function once({ id }: Choice, index: number, all: Choice[]) {
  return all.findIndex((choice) => choice.id === id) === index
}

type Props = {
  /** Name of the field that submits the id. */
  name: string
  label: string
  /** An account may also be typed as an ID, name or email, which is then submitted. */
  of: ChoiceOf
  /** The first by name: offered before typing, and the only options without JavaScript. */
  first: Choice[]
  /** The initially chosen id, one of these. */
  defaultValue?: string
  /** May be left empty. */
  optional?: boolean
  onChoose?: () => void
  /** Called after each rendering in which the text may have changed. */
  onText?: () => void
}

const placeholders = {
  project: 'Search projects by name',
  investor: 'Search investors by name or email',
  account: 'ID, name or email',
  investment: 'Search by reference, investor or email',
}
const hints = {
  project: '',
  investor: '',
  investment: '',
  account: 'An ID, or a person by name or email',
}

/** Combobox that filters while typing; without JavaScript a plain select, or a text field for accounts. */
export function PartyPicker(props: Props) {
  const scripted = useScript()
  // What was chosen before the script came stays chosen.
  const before = useRef<string>(undefined)
  const { name, label, of, first, defaultValue, optional } = props
  if (scripted)
    return <SearchingPicker {...props} {...(before.current && { defaultValue: before.current })} />
  const chosen = first.find(({ id }) => id === defaultValue)
  if (of === 'account')
    return (
      <TextField
        name={name}
        label={label}
        defaultValue={defaultValue}
        placeholder={placeholders.account}
        required
        span="full"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={chosen ? `This is ${chosen.name}, ${chosen.detail}` : hints.account}
      />
    )
  return (
    <SelectField
      name={name}
      label={label}
      required={!optional}
      optional={optional}
      span="full"
      defaultValue={defaultValue}
      onValueChange={(value) => {
        before.current = value
      }}
    >
      <option value="">{`Choose ${of === 'project' ? 'a project' : `an ${of}`}`}</option>
      {first.map((choice) => (
        <option key={choice.id} value={choice.id}>{`${choice.name}, ${choice.detail}`}</option>
      ))}
      {first.length >= mostSuggested && (
        <option disabled>{`The first ${first.length} by name`}</option>
      )}
    </SelectField>
  )
}

function SearchingPicker(props: Props) {
  const { name, label, of, first, defaultValue, optional, onChoose, onText } = props
  const { id, error, value, input } = useField({ name, required: !optional, defaultValue })
  const picker = usePicker(of, first, value, onChoose)
  const { text, chosen, open, active, choices, more, searching } = picker
  const list = `${id}-list`
  const current = open ? choices[active] : undefined
  const hint = chosen ? <bdi>{chosen.detail}</bdi> : hints[of]
  useEffect(() => onText?.())
  return (
    <Field
      id={id}
      label={label}
      required={!optional}
      optional={optional}
      error={error}
      span="full"
      hint={hint}
    >
      <input type="hidden" name={name} value={chosen?.id ?? (postsText(of) ? text : '')} />
      <div className="relative">
        <input
          {...input}
          name={undefined}
          aria-describedby={input['aria-describedby'] ?? (hint ? `${id}-hint` : undefined)}
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={list}
          aria-activedescendant={current && optionId(list, current)}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholders[of]}
          className={`${inputClass} pe-9`}
          value={text}
          onChange={(event) => picker.search(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          onClick={(event) => {
            // The press that focuses would leave the cursor in a text that is to be replaced.
            if (!open) event.currentTarget.select()
            picker.show()
          }}
          onKeyDown={picker.onKey}
          onBlur={picker.leave}
        />
        <Icon
          name="chevron-down"
          size="small"
          className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-muted"
        />
        {open && (
          <ChoiceList
            id={list}
            label={label}
            of={of}
            active={active}
            choices={choices}
            more={more}
            searching={searching}
            choose={picker.choose}
          />
        )}
      </div>
    </Field>
  )
}

/** The server says what is wrong with a text that names none. */
const postsText = (of: ChoiceOf) => of === 'account' || of === 'investment'

function usePicker(
  of: Props['of'],
  first: Choice[],
  postedId: string | undefined,
  onChoose: (() => void) | undefined,
) {
  const [picked, setPicked] = useState<Choice | null>(
    () => first.find((choice) => choice.id === postedId) ?? null,
  )
  const [typed, setTyped] = useState(postsText(of) && !picked ? (postedId ?? '') : '')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  // A chosen name is not a search term: reopening offers everyone.
  const { choices, more, searching, find, count } = useChoices(of, first, picked ? '' : typed)
  // Only after the server has answered: until then a namesake may be missing.
  const chosen = picked ?? (open || searching ? null : exactMatch(choices, typed))

  const show = () => {
    if (open) return
    setActive(0)
    setOpen(true)
    if (picked || typed === '') count()
  }
  const search = (words: string) => {
    setTyped(words)
    setPicked(null)
    setActive(0)
    setOpen(true)
    find(words)
  }
  const choose = (choice: Choice) => {
    setPicked(choice)
    setOpen(false)
    onChoose?.()
  }
  const leave = () => setOpen(false)
  const onKey = pickerKeys({
    open,
    choices,
    active,
    setActive,
    show,
    leave,
    choose,
    submitsTyped: of === 'account' && (!choices[active] || exactMatch(choices, typed) !== null),
  })
  const text = chosen?.name ?? typed
  return {
    text,
    chosen,
    open,
    active,
    choices,
    more,
    searching,
    show,
    search,
    choose,
    leave,
    onKey,
  }
}

type PickerKeys = {
  open: boolean
  choices: Choice[]
  active: number
  /** Enter submits the typed text instead of choosing an option. */
  submitsTyped: boolean
  setActive: (index: number) => void
  show: () => void
  leave: () => void
  choose: (choice: Choice) => void
}

/** Escape would also close the dialog, and Enter submit its form. */
function pickerKeys(picker: PickerKeys) {
  const { open, choices, active, setActive, show, leave, choose } = picker
  const onEnter = (event: KeyboardEvent) => {
    const current = choices[active]
    if (picker.submitsTyped) return leave()
    event.preventDefault()
    if (current) choose(current)
  }
  return (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (open) setActive((active + step + choices.length) % Math.max(choices.length, 1))
      else show()
    } else if (open && event.key === 'Escape') {
      event.preventDefault()
      leave()
    } else if (open && event.key === 'Enter') onEnter(event)
  }
}

/** The only option whose name or email equals the typed text. */
function exactMatch(choices: Choice[], typed: string): Choice | null {
  const words = folded(typed).trim()
  const exact = choices.filter(({ id, name, detail }) =>
    [id, folded(name), folded(detail)].includes(words),
  )
  return exact.length === 1 ? (exact[0] ?? null) : null
}
