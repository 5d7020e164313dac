import { useCallback, useEffect, useRef } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { isFormUnderWay } from './forms-under-way.ts'
import { LeaveQuestion } from './leave-question.tsx'
import { isAnythingTyped, watchForm } from './typed.ts'

/**
 * Stands in a form. Asks before its page is left when something was typed; the browser asks by itself where it leaves the
 * site. A form that was answered well leads on without a question: the router asks only about ways that people take.
 */
export function LeaveGuard() {
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const form = mark.current?.closest('form')
    return form ? watchForm(form) : undefined
  }, [])
  useBeforeUnload(
    useCallback((event) => {
      if (isAnythingTyped()) event.preventDefault()
    }, []),
  )
  const leaving = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && !isFormUnderWay() && isAnythingTyped(),
  )
  return (
    <div ref={mark} className="contents">
      {leaving.state === 'blocked' && (
        <LeaveQuestion title="Discard what you typed?" act="Discard" onAct={leaving.proceed} onStay={leaving.reset}>
          Nothing of it was saved.
        </LeaveQuestion>
      )}
    </div>
  )
}
