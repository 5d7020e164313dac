import { useCallback, useEffect, useRef } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { isFormPending } from '../fields/pending-forms.ts'
import { hasUnsavedInput, watchForm } from '../fields/unsaved-input.ts'
import { LeaveDialog } from './leave-dialog.tsx'

/** Forms that stay where they are below an address of theirs, as one behind a dialog does. */
const homes = new WeakMap<HTMLFormElement, string>()

/**
 * Stands in a form. Asks before its page is left when something was typed; the browser asks by itself where it leaves the
 * site. A form that was answered well leads on without a question: the router asks only about ways that people take.
 * `staysIn` is the address of a page whose dialogs leave the form behind them as it is.
 */
export function LeaveGuard({ staysIn }: { staysIn?: string }) {
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const form = mark.current?.closest('form')
    if (form && staysIn !== undefined) homes.set(form, staysIn)
    return form ? watchForm(form) : undefined
  }, [staysIn])
  useBeforeUnload(
    useCallback((event) => {
      if (hasUnsavedInput()) event.preventDefault()
    }, []),
  )
  const leaving = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      !isFormPending() &&
      hasUnsavedChanges(nextLocation.pathname),
  )
  return (
    <div ref={mark} className="contents">
      {leaving.state === 'blocked' && (
        <LeaveDialog
          title="Discard what you typed?"
          act="Discard"
          onAct={leaving.proceed}
          onStay={leaving.reset}
        >
          It was not saved.
        </LeaveDialog>
      )}
    </div>
  )
}

/** Whether what was typed in a form would be gone at that address. */
function hasUnsavedChanges(pathname: string): boolean {
  return [...document.forms].some((form) => {
    const home = homes.get(form)
    const stays = home !== undefined && `${pathname}/`.startsWith(`${home}/`)
    return !stays && hasUnsavedInput(form)
  })
}
