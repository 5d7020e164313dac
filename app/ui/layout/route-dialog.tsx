import {
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { Link, type To, useLocation, useNavigate, useResolvedPath } from 'react-router'
import { ButtonLink } from '../button.tsx'
import { LeaveGuard } from '../feedback/leave-guard.tsx'
import { isFormPending } from '../fields/pending-forms.ts'
import { hasUnsavedInput } from '../fields/unsaved-input.ts'
import { Icon } from '../icon.tsx'
import { iconButtonClass } from '../icon-button.tsx'
import { InDialog } from './in-dialog.ts'

type Props = {
  title: ReactNode
  subtitle?: ReactNode
  /** Where closing leads, relative to the route. The search string stays. */
  closeTo?: string
  children: ReactNode
}

/** React warns about layout effects on the server. */
const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect

/**
 * A child route as a dialog. Rendered open, so it works without script; with script it is modal.
 * The first invalid field, else `[data-start]`, else the first field, is focused, and on closing what opened it. With
 * typed text it asks first, and a click outside does nothing.
 */
export function RouteDialog({ title, subtitle, closeTo = '..', children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const way = useWayOut(closeTo)
  useModal(dialog)

  const leaveInstead = (event: SyntheticEvent) => {
    if (event.target !== dialog.current) return
    event.preventDefault()
    way.leave()
  }
  // A second Esc closes without asking; our own close (see useModal) finds the dialog open or gone.
  const leaveAfter = () => {
    if (!dialog.current || dialog.current.open) return
    if (isFormPending() || hasUnsavedInput(dialog.current)) dialog.current.showModal()
    way.leave()
  }
  const pressedOutside = useRef(false)
  const onPointerDown = (event: MouseEvent) => {
    pressedOutside.current = event.target === dialog.current && !isInside(dialog.current, event)
  }
  const onClick = (event: MouseEvent) => {
    if (
      !pressedOutside.current ||
      event.target !== dialog.current ||
      hasUnsavedInput(dialog.current)
    )
      return
    way.leave()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key for the backdrop is Esc, which arrives as cancel
    <dialog
      ref={dialog}
      open
      aria-labelledby={titleId}
      className="dialog"
      onCancel={leaveInstead}
      onClose={leaveAfter}
      onPointerDown={onPointerDown}
      onClick={onClick}
    >
      <header
        className={`flex gap-4 ps-6 pe-5 pt-5 max-sm:ps-4 max-sm:pe-2 max-sm:pt-4 ${subtitle ? 'items-start' : 'items-center'}`}
      >
        <div className="min-w-0 flex-1">
          <h2 id={titleId} className="text-lg leading-[1.35] font-[620] tracking-[-0.012em]">
            {title}
          </h2>
          {subtitle && <p className="text-muted wrap-anywhere">{subtitle}</p>}
        </div>
        <Link {...way.link} aria-label="Close" className={iconButtonClass()}>
          <Icon name="close" />
        </Link>
      </header>
      <InDialog value={{ Guard: LeaveGuard, leave: way.leaveDone }}>{children}</InDialog>
    </dialog>
  )
}

/** The cancel button of a dialog. */
export function DialogCancel({
  children = 'Cancel',
  to = '..',
}: {
  children?: ReactNode
  to?: string
}) {
  const way = useWayOut(to)
  return <ButtonLink {...way.link}>{children}</ButtonLink>
}

function useWayOut(closeTo: string) {
  const { pathname } = useResolvedPath(closeTo)
  const { search } = useLocation()
  const navigate = useNavigate()
  const to: To = { pathname, search }
  // Leaving while the form is being sent would hide its result.
  const stayForAnswer = (event: MouseEvent) => {
    if (isFormPending()) event.preventDefault()
  }
  const leave = () => {
    if (!isFormPending()) void navigate(to, { preventScrollReset: true })
  }
  const leaveDone = () => void navigate(to, { preventScrollReset: true })
  return { leaveDone, link: { to, preventScrollReset: true, onClick: stayForAnswer }, leave }
}

function useModal(dialog: { current: HTMLDialogElement | null }) {
  useBeforePaint(() => {
    const element = dialog.current
    if (!element) return
    const opener = document.activeElement
    element.removeAttribute('open')
    element.showModal()
    // Someone who typed before the script loaded keeps their place.
    const isTypedIn = opener instanceof HTMLElement && element.contains(opener)
    const start = isTypedIn ? opener : startingPoint(element)
    start?.focus()
    return () => {
      element.close()
      // Opened directly, or by an element that is gone: focus goes to the page behind.
      const isGone = !opener?.isConnected || opener === document.body || element.contains(opener)
      const next = isGone ? document.getElementById('main') : opener
      if (next instanceof HTMLElement) next.focus({ preventScroll: true })
    }
  }, [dialog])
}

function startingPoint(element: HTMLElement): HTMLElement | null {
  return (
    element.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    element.querySelector<HTMLElement>('[data-start]') ??
    element.querySelector<HTMLElement>(
      'input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled)',
    ) ??
    element.querySelector<HTMLElement>('footer :is(a, button)')
  )
}

function isInside(element: HTMLElement | null, { clientX, clientY }: MouseEvent) {
  const box = element?.getBoundingClientRect()
  return (
    !!box &&
    clientX >= box.left &&
    clientX <= box.right &&
    clientY >= box.top &&
    clientY <= box.bottom
  )
}
