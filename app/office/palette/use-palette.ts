import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { inOrder, type Line, type LineGroup, matchingLines } from './line.ts'

/** Debounce in milliseconds. */
const pause = 250

/** Further matches in a group beyond those shown. */
export type More = Partial<Record<LineGroup, number>>

/** Debounced search results. */
function useSearchResults() {
  const fetcher = useFetcher<{ q: string; lines: Line[]; more: More }>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const find = (q: string) => {
    clearTimeout(timer.current)
    if (q === '') return
    const address = `/admin-dashboard/jump?${new URLSearchParams({ q })}`
    timer.current = setTimeout(() => void fetcher.load(address), pause)
  }
  return { answer: fetcher.data, find }
}

/** Lines, active line and keyboard handling. */
export function usePalette(known: Line[], take: (line: Line, newTab: boolean) => void) {
  const [typed, setTyped] = useState('')
  /** Null until an arrow key is pressed: the first line is active, also when results arrive. */
  const [moved, setMoved] = useState<string | null>(null)
  const [awaited, setAwaited] = useState<{ newTab: boolean } | null>(null)
  const { answer, find } = useSearchResults()
  const q = typed.trim()
  const searching = q !== '' && answer?.q !== q
  const found = searching || !answer || q === '' ? [] : answer.lines
  const more: More = searching || !answer || q === '' ? {} : answer.more
  const lines = inOrder([...found, ...matchingLines(known, q)])
  const place = Math.max(
    0,
    lines.findIndex(({ to, group }) => keyOf({ to, group }) === moved),
  )
  const active = lines[place]

  // Enter before the results arrive selects the first of them.
  useEffect(() => {
    if (!awaited || searching) return
    setAwaited(null)
    if (active) take(active, awaited.newTab)
  }, [awaited, searching, active, take])

  const type = (text: string) => {
    setTyped(text)
    setMoved(null)
    setAwaited(null)
    find(text.trim())
  }
  const step = (by: number) => {
    const next = lines[(place + by + lines.length) % Math.max(lines.length, 1)]
    if (next) setMoved(keyOf(next))
  }
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing
    if (by === undefined && !isEnter) return
    event.preventDefault()
    const newTab = event.ctrlKey || event.metaKey
    if (by !== undefined) step(by)
    else if (searching && moved === null) setAwaited({ newTab })
    else if (active) take(active, newTab)
  }
  return { typed, type, lines, more, active, searching, onKey }
}

/** A screen and a command may share an address. */
export function keyOf({ group, to }: Pick<Line, 'group' | 'to'>): string {
  return `${group} ${to}`
}
