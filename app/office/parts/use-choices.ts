import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { mostSuggested } from '../../values/list-query.ts'
import { type Choice, type ChoiceOf, narrowed } from './choice.ts'

/** Debounce in milliseconds. */
const pause = 250

/**
 * Searches for the typed text; known options are filtered until the server answers. `more` counts
 * further matches; `count` fetches it before typing.
 */
export function useChoices(of: ChoiceOf, first: Choice[], typed: string) {
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
