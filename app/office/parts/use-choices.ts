import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { type Choice, type ChoiceOf, narrowed } from './choice.ts'

/** How long after the last key the search starts. */
const pause = 250

/** Asks the server for what matches the words typed; until it answers, what is known already is narrowed by them. */
export function useChoices(of: ChoiceOf, first: Choice[], typed: string) {
  const fetcher = useFetcher<{ q: string; choices: Choice[] }>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const find = (q: string) => {
    clearTimeout(timer.current)
    const address = `/admin-dashboard/choices?${new URLSearchParams({ of, q })}`
    timer.current = setTimeout(() => void fetcher.load(address), pause)
  }
  if (typed === '') return { choices: first, searching: false, find }
  if (fetcher.data?.q === typed) return { choices: fetcher.data.choices, searching: false, find }
  return { choices: narrowed([...(fetcher.data?.choices ?? []), ...first], typed).filter(once), searching: true, find }
}

function once({ id }: Choice, index: number, all: Choice[]) {
  return all.findIndex((choice) => choice.id === id) === index
}
