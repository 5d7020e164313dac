import { useEffect, useSyncExternalStore } from 'react'
import type { Visitor } from './route.ts'

let known: Visitor | undefined
const changes = new EventTarget()

function know(visitor: Visitor | undefined) {
  known = visitor
  changes.dispatchEvent(new Event('known'))
}

function onKnown(hear: () => void): () => void {
  changes.addEventListener('known', hear)
  return () => changes.removeEventListener('known', hear)
}

/** Undefined until loaded. Not a context: see `later`. */
export function useVisitor(): Visitor | undefined {
  return useSyncExternalStore(
    onKnown,
    () => known,
    () => undefined,
  )
}

/** Fetches `/session` once. Not through the router, which would reload the page on a failure. */
export function useFetchVisitor(): void {
  useEffect(() => {
    const asking = new AbortController()
    fetch('/session', { signal: asking.signal })
      .then((answer) => (answer.ok ? (answer.json() as Promise<Visitor>) : undefined))
      .then(know, () => undefined)
    return () => {
      asking.abort()
      know(undefined)
    }
  }, [])
}
