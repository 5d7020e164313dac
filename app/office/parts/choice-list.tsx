import { useEffect, useRef } from 'react'
import { grouped } from '../../values/grouped.ts'
import type { Choice, ChoiceOf } from './choice.ts'

type Props = {
  id: string
  label: string
  of: ChoiceOf
  /** Index of the option that Enter selects. */
  active: number
  choices: Choice[]
  /** Number of further matches. */
  more: number
  /** The search is still running. */
  searching: boolean
  choose: (choice: Choice) => void
}

/** Referenced by `aria-activedescendant` of the field. */
export function optionId(list: string, choice: Choice) {
  return `${list}-${choice.id}`
}

/** Options below the input, which keeps the focus. */
export function ChoiceList({ id, label, of, active, choices, more, searching, choose }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const current = useRef<HTMLDivElement>(null)
  const { length } = choices
  // At the bottom of a dialog it would open outside the visible area.
  useEffect(() => {
    if (length > 0) box.current?.scrollIntoView({ block: 'nearest' })
  }, [length])
  useEffect(() => {
    if (active >= 0) current.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div
      ref={box}
      className="absolute inset-x-0 top-full z-10 mt-1 max-h-56 scroll-mb-2 overflow-y-auto rounded-control border border-line bg-surface p-1 shadow-card"
    >
      <div role="listbox" id={id} aria-label={label}>
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
          <div
            key={choice.id}
            ref={index === active ? current : undefined}
            role="option"
            id={optionId(id, choice)}
            aria-selected={index === active}
            tabIndex={-1}
            className="cursor-pointer rounded-small px-2.5 py-1.5 hover:bg-hover aria-selected:bg-tint-neutral max-md:py-2.5"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(choice)}
          >
            <bdi className="block wrap-anywhere">{choice.name}</bdi>
            <bdi className="block text-xs text-muted wrap-anywhere">{choice.detail}</bdi>
          </div>
        ))}
      </div>
      <p
        role="status"
        className={
          choices.length === 0 || more > 0 ? 'px-2.5 py-1.5 text-xs text-muted' : 'sr-only'
        }
      >
        {choices.length > 0
          ? shownWords(choices.length, more)
          : searching
            ? 'Searching…'
            : `No ${of} matches.`}
      </p>
    </div>
  )
}

function shownWords(shown: number, more: number) {
  return more > 0
    ? `${shown} shown. ${grouped(more)} more match; type more to narrow the list.`
    : `${shown} shown`
}
