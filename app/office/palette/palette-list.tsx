import { useEffect, useRef } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { grouped } from '../../values/grouped.ts'
import { type Line, lineGroups } from './line.ts'
import { keyOf, type More } from './use-palette.ts'

type Props = {
  id: string
  lines: Line[]
  /** Further matches, by group. */
  more: More
  active: Line | undefined
  typed: string
  take: (line: Line, newTab: boolean) => void
}

/** Referenced by `aria-activedescendant` of the field. */
export function lineId(list: string, lines: Line[], line: Line) {
  return `${list}-${lines.indexOf(line)}`
}

/** Results in groups. The focus stays in the input. */
export function PaletteList({ id, lines, more, active, typed, take }: Props) {
  const current = useRef<HTMLDivElement>(null)
  const key = active && keyOf(active)
  useEffect(() => {
    if (key) current.current?.scrollIntoView({ block: 'nearest' })
  }, [key])
  return (
    <div
      role="listbox"
      id={id}
      aria-label="Jump to"
      className="min-h-0 scroll-py-8 overflow-y-auto p-1.5"
    >
      {lineGroups.map((group) => {
        const own = lines.filter((line) => line.group === group)
        if (own.length === 0) return null
        return (
          // biome-ignore lint/a11y/useSemanticElements: a group of options of a list box, not of fields
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <div id={`${id}-${group}`} className="px-3 pt-2.5 pb-1 text-2xs text-muted">
              {group}
              {!!more[group] && ` · ${grouped(more[group])} more match`}
            </div>
            {own.map((line) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
              <div
                key={keyOf(line)}
                ref={line === active ? current : undefined}
                role="option"
                id={lineId(id, lines, line)}
                aria-selected={line === active}
                tabIndex={-1}
                className="flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 py-1 hover:bg-hover aria-selected:bg-[color-mix(in_oklab,var(--primary)_10%,var(--surface))] max-sm:min-h-11 forced-colors:aria-selected:outline-2"
                onPointerDown={(event) => event.preventDefault()}
                onClick={(event) => take(line, event.ctrlKey || event.metaKey)}
              >
                <Face line={line} typed={typed} />
              </div>
            ))}
          </div>
        )
      })}
    </div>
  )
}

function Face({ line: { icon, label, detail, newTab }, typed }: { line: Line; typed: string }) {
  return (
    <>
      <Icon name={icon} className="size-4.5! text-muted" />
      <span className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-3">
        <bdi className="block sm:flex-1 sm:truncate max-sm:wrap-anywhere">
          <Marked text={label} typed={typed.trim()} />
        </bdi>
        {detail && (
          <bdi className="num block truncate text-xs text-muted sm:max-w-[50%]">{detail}</bdi>
        )}
      </span>
      {newTab && <span className="sr-only"> (opens in a new tab)</span>}
    </>
  )
}

/** Highlights the typed words. */
function Marked({ text, typed }: { text: string; typed: string }) {
  const start = typed === '' ? -1 : text.toLowerCase().indexOf(typed.toLowerCase())
  // Case folding can change the length of a text; then nothing is highlighted.
  if (start < 0 || text.toLowerCase().length !== text.length) return text
  const end = start + typed.length
  return (
    <>
      {text.slice(0, start)}
      <mark className="bg-transparent font-[640] text-inherit underline decoration-gold decoration-2 underline-offset-3">
        {text.slice(start, end)}
      </mark>
      {text.slice(end)}
    </>
  )
}
