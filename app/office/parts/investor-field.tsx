import { useId } from 'react'
import { useFetcher } from 'react-router'
import { Field, inputClass, useField } from '../../ui/field.tsx'

type Suggestion = { name: string; email: string }

/**
 * One investor, by e-mail, which tells people of the same name apart. While one types, the names that match are offered;
 * `suggestFrom` is a page whose loader answers `?suggest=` with them.
 */
export function InvestorField({
  label = 'Investor',
  suggestions,
  suggestFrom,
}: {
  label?: string
  suggestions: readonly Suggestion[]
  suggestFrom: string
}) {
  const { id, error, value, input } = useField({
    name: 'investorEmail',
    hint: true,
    defaultValue: undefined,
    required: true,
  })
  const fetcher = useFetcher<{ suggestions: Suggestion[] }>()
  const listId = useId()
  const offered = fetcher.data?.suggestions ?? suggestions
  return (
    <Field
      id={id}
      label={label}
      required
      error={error}
      span="full"
      hint="Type a name or an e-mail, then choose the e-mail"
    >
      <input
        type="text"
        inputMode="email"
        className={inputClass}
        list={listId}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
        defaultValue={value}
        onInput={(event) =>
          void fetcher.load(`${suggestFrom}?suggest=${encodeURIComponent(event.currentTarget.value.slice(0, 100))}`)
        }
        {...input}
      />
      <datalist id={listId}>
        {offered.map(({ name, email }) => (
          <option key={email} value={email}>
            {name}
          </option>
        ))}
      </datalist>
    </Field>
  )
}
