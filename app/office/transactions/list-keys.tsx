import { useCallback, useEffect, useRef } from 'react'
import { useFetcher, useLocation, useNavigation } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { isPageKey } from '../../ui/connection/page-key.ts'
import { showToast } from '../../ui/feedback/show-toast.ts'
import type { ActReply } from './act-reply.ts'
import { transactionsHome } from './paths.ts'
import { selectedIds } from './selected-bar.tsx'
import { useToast } from './use-toast.ts'

const keys: [key: string, does: string][] = [
  ['j', 'Next transaction'],
  ['k', 'Previous transaction'],
  ['Enter', 'Match to the first suggestion'],
  ['m', 'Match by hand'],
  ['x', 'Exclude'],
  ['b', 'Money sent back'],
  ['u', 'Undo the match, or reopen; on an open line, undo your last match'],
  ['s', 'Select, to match several together'],
  ['Shift Enter', 'Match the selected transactions'],
  ['/', 'Search'],
  ['?', 'Show these keys'],
]

const dialogId = 'list-keys'
const show = () => (document.getElementById(dialogId) as HTMLDialogElement | null)?.showModal()

export function KeysButton() {
  return (
    <Button icon="info" className="max-md:hidden" onClick={show} aria-keyshortcuts="?">
      Keys
    </Button>
  )
}

/** The keys of the list, and the dialog that shows them. */
export function KeysDialog() {
  useListKeys()
  return (
    <dialog
      id={dialogId}
      aria-labelledby={`${dialogId}-title`}
      className="m-auto rounded-card border border-line bg-surface p-6 text-text shadow-card"
    >
      <h2 id={`${dialogId}-title`} className="mb-3 text-lg font-[620]">
        Keys of this list
      </h2>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        {keys.map(([key, does]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-small border border-line px-1.5">{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog" className="mt-4 text-end">
        <Button type="submit">Close</Button>
      </form>
    </dialog>
  )
}

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-transaction]')]

/** The focused line, also while something in it has the focus. */
const currentRow = () =>
  document.activeElement instanceof HTMLElement
    ? document.activeElement.closest<HTMLElement>('[data-transaction]')
    : null

function focusRow(row: HTMLElement | undefined) {
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}

function step(by: 1 | -1, last: number) {
  const all = rows()
  const row = currentRow()
  const place = row ? all.indexOf(row) + by : Math.min(last, all.length - 1)
  focusRow(all[Math.max(0, Math.min(place, all.length - 1))])
}

/** Milliseconds until the router says that a dialog is being opened. */
const untilNavigating = 500

function useListKeys() {
  const undoLast = useUndoLast()
  // Where the focus was, for when its line has left the list.
  const last = useRef(0)
  // A key pressed while a dialog is being opened would act on the list behind it.
  const openedAt = useRef(-untilNavigating)
  const { location: destination } = useNavigation()
  const isDialogLoading = useRef(false)
  useEffect(() => {
    isDialogLoading.current = destination !== undefined && destination.pathname !== transactionsHome
  })
  const { key: place } = useLocation()
  useEffect(() => {
    if (place) openedAt.current = -untilNavigating
  }, [place])
  useEffect(() => {
    const remember = () => {
      const row = currentRow()
      if (row) last.current = rows().indexOf(row)
    }
    const onKey = (event: KeyboardEvent) => {
      const act = actOf(event, last.current, undoLast)
      if (!act) return
      const isOpening =
        isDialogLoading.current || performance.now() - openedAt.current < untilNavigating
      if (isDialogKey(event.key) && !isOpening) openedAt.current = performance.now()
      stopped(event, isOpening ? () => undefined : act)
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('click', ignoreDouble, true)
    document.addEventListener('focusin', remember)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('click', ignoreDouble, true)
      document.removeEventListener('focusin', remember)
    }
  }, [undoLast])
}

/** Transactions matched by a press, the last one at the end, until they are undone. */
const matched: string[] = []

/** Returns a function that undoes the last match made in this list, or says that there is none. */
function useUndoLast(): () => void {
  const { data, submit } = useFetcher<ActReply>()
  useToast(data)
  useEffect(() => {
    if (data) matched.pop()
  }, [data])
  return useCallback(() => {
    const transactionId = matched.at(-1)
    if (!transactionId) return void showToast(nothingToUndo)
    void submit({ act: 'undo', transactionId }, { method: 'post' })
  }, [submit])
}

const opensDialog = ['m', 'x', 'b']
/** A match that a person made is undone in a dialog. */
const isDialogKey = (key: string) =>
  opensDialog.includes(key) || (key === 'u' && isLink(buttonFor(currentRow(), key)))
const isLink = (button: HTMLElement | null | undefined) => button instanceof HTMLAnchorElement

const rowKeys = ['Enter', ...opensDialog, 'u']

function actOf(event: KeyboardEvent, last: number, undoLast: () => void): (() => void) | null {
  const { key } = event
  if (!isPageKey(event, key)) return null
  if (key === '?') return show
  if (key === 'j') return () => step(1, last)
  if (key === 'k') return () => step(-1, last)
  if (key === 'Enter' && event.shiftKey) return matchSelected
  const row = currentRow()
  if (key === 'u' && !buttonFor(row, key)) return undoLast
  // Enter presses the focused button or link, if there is one.
  if (!row || (key === 'Enter' && document.activeElement !== row)) return null
  if (key === 's') return () => row.querySelector('input')?.click()
  return rowKeys.includes(key) ? () => press(row, key) : null
}

const nothingSelected = {
  kind: 'info',
  title: 'Nothing is selected',
  text: 'Press s on each transaction to match, then Shift and Enter.',
} as const

function matchSelected() {
  const button = document.querySelector<HTMLElement>('[data-key="Shift+Enter"] button')
  if (button) button.click()
  else showToast(nothingSelected)
}

function stopped(event: KeyboardEvent, act: () => void) {
  event.preventDefault()
  if (!event.repeat || event.key === 'j' || event.key === 'k') act()
}

/** Milliseconds within which a second press is a slip: the next line is then where the matched one was. */
const doublePress = 300
let matchedAt = -doublePress

function ignoreDouble(event: MouseEvent) {
  const button =
    event.target instanceof Element ? event.target.closest('[data-key$="Enter"] button') : null
  if (!button) return
  if (performance.now() - matchedAt < doublePress) {
    event.preventDefault()
    event.stopPropagation()
    return
  }
  matchedAt = performance.now()
  const id = button.closest<HTMLElement>('[data-transaction]')?.dataset.transaction
  matched.push(...(id ? [id] : selectedIds()))
}

const nothingSuggested = {
  kind: 'info',
  title: 'Nothing to match with one key',
  text: 'Press m to match this transaction by hand.',
} as const

const nothingToUndo = {
  kind: 'info',
  title: 'Nothing to undo',
  text: 'Matched transactions are under Matched.',
} as const

const buttonFor = (row: HTMLElement | null, key: string) =>
  row?.querySelector<HTMLElement>(`[data-key="${key}"] :is(button, a)`)

/** Matching and undoing go on to the next line, because this one leaves the list. */
function press(row: HTMLElement, key: string) {
  const button = buttonFor(row, key)
  if (!button) {
    if (key === 'Enter') showToast(nothingSuggested)
    return
  }
  const all = rows()
  const next = all[all.indexOf(row) + 1] ?? all[all.indexOf(row) - 1]
  button.click()
  if (!isLink(button) && (key === 'Enter' || key === 'u')) focusRow(next)
}
