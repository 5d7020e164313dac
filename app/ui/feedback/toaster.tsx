import { useCallback, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigation, useRevalidator } from 'react-router'
import { parseToast, type Toast, toastCookieName } from '../../values/toast.ts'
import { setSharedCookie, sharedCookie } from '../connection/cookies.ts'
import { Icon, type IconName } from '../icon.tsx'
import { iconButtonClass } from '../icon-button.tsx'
import { useShownToasts } from './show-toast.ts'

type Shown = { key: number; toast: Toast }
type Arrived = Toast | readonly Toast[] | null | undefined

const most = 3
const usualSeconds = 4

/** On a phone above the tab bar, or over the header for forms at the bottom. */
const places = {
  top: 'max-md:top-[max(0.375rem,env(safe-area-inset-top))] max-md:bottom-auto',
  bottom: 'max-md:bottom-18',
}

const looks: Record<Toast['kind'], { icon: IconName; colour: string; box: string }> = {
  success: { icon: 'check-circle', colour: 'text-positive', box: 'border-line' },
  info: { icon: 'info', colour: 'text-link', box: 'border-line' },
  warning: {
    icon: 'warning',
    colour: 'text-warning',
    box: 'border-[color-mix(in_oklab,var(--warning)_40%,var(--line))]',
  },
  error: {
    icon: 'alert',
    colour: 'text-negative',
    box: 'border-[color-mix(in_oklab,var(--negative)_40%,var(--line))]',
  },
}

/**
 * Shows up to three toasts, 4 seconds each by default, paused while hovered or focused. A toast
 * comes from the area's loader with a document, or from its cookie after a navigation.
 */
export function Toaster({ toast, phone = 'bottom' }: { toast: Arrived; phone?: 'top' | 'bottom' }) {
  const [shown, setShown] = useState(() => withToasts([], toast))
  const [last, setLast] = useState(toast)
  const [held, setHeld] = useState(false)

  if (toast !== last) {
    setLast(toast)
    setShown((all) => withToasts(all, toast))
  }
  const show = (shownToast: Toast) => setShown((all) => withToasts(all, shownToast))
  useCookieToast(show)
  useShownToasts(show)
  const dismiss = useCallback(
    (key: number) => setShown((all) => all.filter((shownToast) => shownToast.key !== key)),
    [],
  )

  return (
    <section
      aria-label={shown.length > 0 ? 'Messages' : undefined}
      data-print="no"
      className={`pointer-events-none fixed right-5 bottom-5 z-70 flex w-[min(23rem,calc(100vw-2rem))] flex-col gap-2 in-[.shell-main:has(.save-bar)]:bottom-20 max-md:inset-x-4 max-md:w-auto ${places[phone]} max-md:in-[.shell-main:has(.save-bar)]:bottom-42`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div role="status" className="contents">
        {shown
          .filter((shownToast) => shownToast.toast.kind === 'success')
          .map((shownToast) => (
            <ToastCard key={shownToast.key} shownToast={shownToast} held={held} dismiss={dismiss} />
          ))}
      </div>
      <div role="alert" className="contents">
        {shown
          .filter((shownToast) => shownToast.toast.kind !== 'success')
          .map((shownToast) => (
            <ToastCard key={shownToast.key} shownToast={shownToast} held={held} dismiss={dismiss} />
          ))}
      </div>
    </section>
  )
}

/** Of equal titles only the latest stays, and of all only the last few. */
function withoutTwins(all: readonly Shown[]): readonly Shown[] {
  const words = ({ toast: { kind, title } }: Shown) => `${kind} ${title}`
  return all
    .filter(
      (shownToast, place) =>
        all.findLastIndex((other) => words(other) === words(shownToast)) === place,
    )
    .slice(-most)
}

/** Reads the toast cookie once the page has settled, so that a dropped response loses nothing. */
function useCookieToast(show: (toast: Toast) => void) {
  const { key } = useLocation()
  const navigation = useNavigation()
  const revalidator = useRevalidator()
  const isSettled = navigation.state === 'idle' && revalidator.state === 'idle'
  const latest = useRef(show)
  useEffect(() => {
    latest.current = show
  })
  useEffect(() => {
    if (!isSettled || !key) return
    const brought = sharedCookie(toastCookieName)
    if (!brought) return
    setSharedCookie(toastCookieName, '', 'max-age=0')
    const toast = parseToast(decodeURIComponent(brought))
    if (toast) latest.current(toast)
  }, [isSettled, key])
}

function ToastCard({
  shownToast,
  held,
  dismiss,
}: {
  shownToast: Shown
  held: boolean
  dismiss: (key: number) => void
}) {
  const { title, text, kind, link, seconds = usualSeconds } = shownToast.toast
  const { icon, colour, box } = looks[kind]
  const close = useCallback(() => dismiss(shownToast.key), [dismiss, shownToast.key])
  useCountdown(seconds * 1000, held, close)
  return (
    <div
      className={`pointer-events-auto grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 rounded-card max-[16em]:gap-x-1.5 border bg-surface py-3 ps-3.5 pe-2 text-sm text-text shadow-card transition-[opacity,translate] duration-200 starting:translate-y-2 starting:opacity-0 ${box}`}
      style={{ order: shownToast.key }}
    >
      <Icon name={icon} className={`mt-px ${colour}`} />
      <div className="wrap-anywhere">
        <b className="font-semibold">{title}</b>
        {text && <p className="leading-[1.4] text-muted">{text}</p>}
        {link && (
          <Link
            to={link.to}
            onClick={close}
            className="-mb-1.5 inline-flex min-h-9 items-center font-medium text-link underline underline-offset-2 max-md:min-h-11"
          >
            {link.label}
          </Link>
        )}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        className={iconButtonClass(
          'size-7! -my-0.75 max-md:size-11! max-md:-my-3 max-md:-me-2 max-[16em]:size-6!',
        )}
        onClick={close}
      >
        <Icon name="close" size="small" />
      </button>
    </div>
  )
}

/** Runs `done` after this time, not counting pauses. */
function useCountdown(milliseconds: number, held: boolean, done: () => void) {
  const left = useRef(milliseconds)
  useEffect(() => {
    if (held) return
    const started = performance.now()
    const timer = setTimeout(done, left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - started
    }
  }, [held, done])
}

/** Added to what is shown by then, so that two in one moment both stay. A key follows the last one's. */
function withToasts(all: readonly Shown[], toast: Arrived): readonly Shown[] {
  const list: readonly Toast[] = toast ? (isList(toast) ? toast : [toast]) : []
  const next = (all.at(-1)?.key ?? -1) + 1
  return withoutTwins([
    ...all,
    ...list.map((shownToast, index) => ({ key: next + index, toast: shownToast })),
  ])
}

function isList(toast: Toast | readonly Toast[]): toast is readonly Toast[] {
  return Array.isArray(toast)
}
