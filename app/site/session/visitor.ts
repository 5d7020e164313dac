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

/** What is known of the visitor, for the parts of the page; undefined until it has come. No context: see `later`. */
export function useVisitor(): Visitor | undefined {
  return useSyncExternalStore(
    onKnown,
    () => known,
    () => undefined,
  )
}

/**
 * Asks `/session` once, after the page; for the layout. Not by the router: where nothing can be loaded it would reload the
 * page, and the browser would show its own error. A page that learns nothing of its visitor works all the same.
 */
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
