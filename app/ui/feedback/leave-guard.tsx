import { useCallback, useEffect, useRef } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { isFormPending } from '../fields/pending-forms.ts'
import { hasUnsavedInput, watchForm } from '../fields/unsaved-input.ts'
import { LeaveDialog } from './leave-dialog.tsx'

/** Forms that stay mounted below an address, such as one behind a dialog. */
const homes = new WeakMap<HTMLFormElement, string>()

/**
 * Asks before a page with typed text is left; the browser asks before leaving the site. Redirects
 * of successful forms pass. `staysIn` is the address of a page whose dialogs keep the form.
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

function hasUnsavedChanges(pathname: string): boolean {
  return [...document.forms].some((form) => {
    const home = homes.get(form)
    const stays = home !== undefined && `${pathname}/`.startsWith(`${home}/`)
    return !stays && hasUnsavedInput(form)
  })
}
