import { createContext, use, useEffect, useState } from 'react'
import type { Visitor } from './route.ts'

/** What is known of the visitor, for the parts of the page; undefined until it has come. */
export const VisitorContext = createContext<Visitor | undefined>(undefined)

export function useVisitor(): Visitor | undefined {
  return use(VisitorContext)
}

/**
 * Asks `/session` once, after the page; for the layout. Not by the router: where nothing can be loaded it would reload the
 * page, and the browser would show its own error. A page that learns nothing of its visitor works all the same.
 */
export function useAskedVisitor(): Visitor | undefined {
  const [visitor, setVisitor] = useState<Visitor>()
  useEffect(() => {
    const asking = new AbortController()
    fetch('/session', { signal: asking.signal })
      .then((answer) => (answer.ok ? (answer.json() as Promise<Visitor>) : undefined))
      .then(setVisitor, () => undefined)
    return () => asking.abort()
  }, [])
  return visitor
}
