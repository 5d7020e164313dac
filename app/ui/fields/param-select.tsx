import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Form, useSearchParams, useSubmit } from 'react-router'
import { buttonClass } from '../button.tsx'
import { useScript } from '../connection/use-script.ts'
import { Icon } from '../icon.tsx'
import { HiddenParams } from './hidden-params.tsx'

type Props = {
  name: string
  label: string
  /** The choice shown without the parameter. */
  initial: string
  choices: readonly { value: string; label: string }[]
  /** Without script. */
  button: string
  icon?: ReactNode
  className: string
  selectClass: string
  chevronClass?: string
}

/** A select for one parameter of the address. Without script it has a button. Arrow keys choose, Enter applies. */
export function ParamSelect({ name, label, initial, choices, button, icon, ...classes }: Props) {
  const { className, selectClass, chevronClass = '' } = classes
  const [params] = useSearchParams()
  const submit = useSubmit()
  const scripted = useScript()
  const chosen = params.get(name)
  const shown = choices.find(({ value }) => value === chosen)?.value ?? initial
  const { select, ...keys } = useChoiceByKeys(
    shown,
    (form) => void submit(form, { replace: true, preventScrollReset: true }),
  )
  return (
    <Form preventScrollReset replace className={`flex items-center gap-2 ${className}`}>
      <HiddenParams than={name} />
      <span className="relative inline-flex items-center">
        {icon}
        <select
          ref={select}
          name={name}
          aria-label={label}
          defaultValue={shown}
          className={`min-h-(--control) cursor-pointer appearance-none rounded-control pe-7 text-xs font-[550] ${selectClass}`}
          {...keys}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
        <Icon
          name="chevron-down"
          size="tiny"
          className={`pointer-events-none absolute end-2 text-muted ${chevronClass}`}
        />
      </span>
      {!scripted && (
        <button type="submit" className={buttonClass('secondary', 'small')}>
          {button}
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
