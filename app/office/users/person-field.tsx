import { Field, inputClass, useField } from '../../ui/field.tsx'
import type { Choice } from '../parts/choice.ts'
import { ChoiceList, optionId } from '../parts/choice-list.tsx'
import { usePerson } from './use-person.ts'

type Props = {
  /** The first of all by name: what is offered before anything is typed. */
  first: Choice[]
  /** Whom the address of the page names already. */
  person: Choice | null
  onValueChange?: (typed: string) => void
}

/**
 * The "User ID" of the tabs (W-21): takes an id, a name or an e-mail, offers people while one types, and says whom it
 * means. What stands in the field is what is sent, so that it works without script too; the server finds out who it is.
 */
export function PersonField({ first, person, onValueChange }: Props) {
  const { id, error, value, input } = useField({ name: 'userId', required: true, hint: 'said' })
  const field = usePerson({ first, person, posted: value, onValueChange })
  const { text, meant, open, active, choices, more, searching } = field
  const list = `${id}-list`
  const current = open ? choices[active] : undefined
  return (
    <Field
      id={id}
      label="User ID"
      required
      error={error}
      span="full"
      hint={<Meant person={meant} />}
    >
      <div className="relative">
        <input
          {...input}
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={list}
          aria-activedescendant={current && optionId(list, current)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="ID, name or email"
          className={inputClass}
          value={text}
          onChange={(event) => field.type(event.currentTarget.value)}
          onKeyDown={field.onKey}
          onBlur={field.leave}
        />
        {open && (
          <ChoiceList
            {...{ id: list, label: 'User ID', of: 'account', active, choices, more, searching }}
            choose={field.choose}
          />
        )}
      </div>
    </Field>
  )
}

/** Whom the field means, as far as the page knows. */
function Meant({ person }: { person: Choice | null }) {
  if (!person) return 'An ID, or a person by name or email'
  return (
    <>
      This is <bdi className="font-medium text-text">{person.name}</bdi>,{' '}
      <bdi className="wrap-anywhere">{person.detail}</bdi>
    </>
  )
}
