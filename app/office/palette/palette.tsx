import { type MouseEvent, useCallback, useEffect, useId, useRef } from 'react'
import { useNavigate } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import type { Line } from './line.ts'
import { lineId, PaletteList } from './palette-list.tsx'
import { usePalette } from './use-palette.ts'

type Props = { known: Line[]; close: () => void }

/** Command palette, a WAI-ARIA combobox. Ctrl or Cmd with Enter opens a new tab. Closing restores the focus. */
export function Palette({ known, close }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const take = useCallback(
    ({ to, newTab: always = false }: Line, newTab: boolean) => {
      close()
      if (newTab || always) window.open(to, '_blank', 'noopener')
      // Navigates after closing, because the leave guard may ask about unsaved changes.
      else setTimeout(() => void navigate(to))
    },
    [close, navigate],
  )
  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    element?.showModal()
    field.current?.focus()
    return () => {
      element?.close()
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [])
  // A queued close event of ours may arrive after the dialog was opened again.
  const closeAfter = () => {
    if (!dialog.current?.open) close()
  }
  const closeOutside = (event: MouseEvent) => {
    if (event.target === dialog.current) close()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key for the backdrop is Esc, which arrives as close
    <dialog
      ref={dialog}
      aria-label="Jump to anything"
      className="dialog [--dialog-width:40rem] max-sm:inset-[0.75rem_0.75rem_auto] max-sm:w-auto max-sm:rounded-dialog max-sm:border"
      onClose={closeAfter}
      onClick={closeOutside}
    >
      <Body known={known} field={field} take={take} close={close} />
    </dialog>
  )
}

type BodyProps = Props & {
  field: { current: HTMLInputElement | null }
  take: (line: Line, newTab: boolean) => void
}

function Body({ known, field, take, close }: BodyProps) {
  const list = useId()
  const { typed, type, lines, more, active, searching, onKey } = usePalette(known, take)
  return (
    <>
      <div className="flex flex-none items-center gap-3 border-b border-line ps-4.5 pe-3">
        <Icon name="search" />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label="Screens, investors, projects, documents, inquiries, payments, receipts and actions"
          aria-autocomplete="list"
          aria-expanded={lines.length > 0}
          aria-controls={list}
          aria-activedescendant={active && lineId(list, lines, active)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          placeholder="Jump to anything"
          className="h-13 min-w-0 flex-1 bg-transparent text-[1.0625rem] outline-none placeholder:text-muted placeholder:opacity-100"
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKey}
        />
        <button
          type="button"
          className="inline-grid min-h-8 min-w-8 place-items-center rounded-small px-1.5 text-3xs font-medium text-muted hover:bg-hover max-sm:min-h-11 max-sm:min-w-11"
          onClick={close}
        >
          <span className="sr-only">Close</span>
          <span
            aria-hidden="true"
            className="rounded-small border border-line px-1.5 py-0.5 max-sm:hidden"
          >
            Esc
          </span>
          <Icon name="close" size="small" className="sm:hidden" />
        </button>
      </div>
      <PaletteList id={list} lines={lines} more={more} active={active} typed={typed} take={take} />
      <p role="status" className={lines.length === 0 ? 'px-4.5 pt-1 pb-5 text-muted' : 'sr-only'}>
        {searching ? 'Searching…' : lines.length === 0 ? nothing : `${lines.length} shown`}
      </p>
      <Keys />
    </>
  )
}

const nothing =
  'Nothing matches. Names, titles, emails, phone numbers, receipts, references and amounts are searched.'

function Keys() {
  return (
    <footer
      aria-hidden="true"
      className="flex flex-none gap-5 border-t border-line bg-surface-2 px-4.5 py-2.5 text-xs text-muted max-sm:hidden"
    >
      <span>
        <Key>↑</Key> <Key>↓</Key> Move
      </span>
      <span>
        <Key>Enter</Key> Open
      </span>
      <span>
        <Key>Ctrl Enter</Key> Open in a new tab
      </span>
      <span className="ms-auto">
        On a list: <Key>/</Key> Search <Key>N</Key> New
      </span>
    </footer>
  )
}

function Key({ children }: { children: string }) {
  return (
    <kbd className="rounded-small border border-line bg-surface px-1.5 py-0.5 font-sans text-3xs leading-none font-medium">
      {children}
    </kbd>
  )
}
