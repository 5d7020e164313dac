import { Form, useSearchParams, useSubmit } from 'react-router'
import { buttonClass } from '../button.tsx'
import { useScript } from '../connection/use-script.ts'
import { Icon } from '../icon.tsx'
import { HiddenParams } from './hidden-params.tsx'

type Props = {
  name: string
  label: string
  /** The unfiltered choice, without a parameter. */
  everything: string
  choices: readonly { value: string; label: string }[]
}

/** For filters with many values; a few are chips. Without script it has a button. */
export function FilterSelect({ name, label, everything, choices }: Props) {
  const [params] = useSearchParams()
  const submit = useSubmit()
  const scripted = useScript()
  return (
    <Form preventScrollReset replace className="flex flex-wrap items-center gap-2">
      <HiddenParams than={name} />
      <span className="relative inline-flex items-center">
        <select
          key={params.get(name)}
          name={name}
          aria-label={label}
          defaultValue={params.get(name) ?? ''}
          className="num min-h-(--control) cursor-pointer appearance-none rounded-control border border-line-control bg-surface ps-3 pe-7 text-xs font-[550] overflow-ellipsis hover:border-muted max-md:max-w-36"
          onChange={(event) =>
            void submit(event.currentTarget.form, { replace: true, preventScrollReset: true })
          }
        >
          <option value="">{everything}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
        <Icon
          name="chevron-down"
          size="tiny"
          className="pointer-events-none absolute end-2 text-muted"
        />
      </span>
      {!scripted && (
        <button type="submit" className={buttonClass('secondary', 'small')}>
          Show
        </button>
      )}
    </Form>
  )
}
