import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { mostSuggested } from '../../values/list-query.ts'
import { type Choice, type ChoiceOf, narrowed } from './choice.ts'

/** How long after the last key the search starts. */
const pause = 250

/**
 * Asks the server for what matches the words typed; until it answers, what is known already is narrowed by them. `more` is
 * how many others match; `count` asks for it before anything is typed.
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
