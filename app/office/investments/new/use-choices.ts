import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { Choice } from '../parts/choice.ts'

/** How long after the last key the search starts. */
const pause = 250

/** Asks the server for what matches the words typed; until it answers, what was found before still stands. */
export function useChoices(of: 'project' | 'investor', first: Choice[]) {
  const fetcher = useFetcher<{ choices: Choice[] }>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const find = (q: string) => {
    clearTimeout(timer.current)
    const address = `/admin-dashboard/investments/choices?${new URLSearchParams({ of, q })}`
    timer.current = setTimeout(() => void fetcher.load(address), pause)
  }
  return { choices: fetcher.data?.choices ?? first, find }
}
