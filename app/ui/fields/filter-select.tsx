import { type KeyboardEvent, useEffect, useRef } from 'react'
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

/** For filters with many values; a few are chips. Without script it has a button. Arrow keys choose, Enter applies. */
export function FilterSelect({ name, label, everything, choices }: Props) {
  const [params] = useSearchParams()
  const submit = useSubmit()
  const scripted = useScript()
  const shown = params.get(name) ?? ''
  const { select, ...keys } = useChoiceByKeys(
    shown,
    (form) => void submit(form, { replace: true, preventScrollReset: true }),
  )
  return (
    <Form preventScrollReset replace className="flex flex-wrap items-center gap-2">
      <HiddenParams than={name} />
      <span className="relative inline-flex items-center">
        <select
          ref={select}
          name={name}
          aria-label={label}
          defaultValue={shown}
          className="num min-h-(--control) cursor-pointer appearance-none rounded-control border border-line-control bg-surface ps-3 pe-7 text-xs font-[550] max-w-52 overflow-ellipsis hover:border-muted max-md:max-w-36"
          {...keys}
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

const appliesAtOnce = ['Enter', ' ', 'Tab', 'Escape', 'Alt', 'Shift']

/** A closed select changes with every arrow key: what keys choose is applied with Enter, or when the focus leaves. */
function useChoiceByKeys(shown: string, apply: (form: HTMLFormElement | null) => void) {
  const select = useRef<HTMLSelectElement>(null)
  const isByKeys = useRef(false)
  // The element stays, so that the focus does; its value follows the address.
  useEffect(() => {
    if (select.current) select.current.value = shown
  }, [shown])
  const applyChanged = () => {
    const { current } = select
    if (current && current.value !== shown) apply(current.form)
  }
  return {
    select,
    onPointerDown: () => {
      isByKeys.current = false
    },
    onKeyDown: ({ key }: KeyboardEvent) => {
      isByKeys.current = !appliesAtOnce.includes(key)
      if (key === 'Enter') applyChanged()
    },
    onChange: () => {
      if (!isByKeys.current) applyChanged()
    },
    onBlur: applyChanged,
  }
}
