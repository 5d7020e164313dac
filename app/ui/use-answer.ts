import { useState } from 'react'
import { useLocation } from 'react-router'

/**
 * The last answer of a screen's action, until the next one. A refresh by live updates makes the router drop
 * `actionData`, and with it the sentences beside the fields of a form that somebody is just mending.
 */
export function useAnswer<Answer>(actionData: Answer | undefined): Answer | undefined {
  const { pathname } = useLocation()
  const [last, setLast] = useState({ pathname, answer: actionData })
  const isNew = actionData !== undefined && actionData !== last.answer
  if (isNew || pathname !== last.pathname) setLast({ pathname, answer: actionData })
  return actionData ?? (pathname === last.pathname ? last.answer : undefined)
}
