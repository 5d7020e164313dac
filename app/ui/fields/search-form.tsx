import { type FormEvent, useEffect, useRef } from 'react'
import { Form, useSearchParams, useSubmit } from 'react-router'
import { isPageKey } from '../connection/page-key.ts'
import { Icon } from '../icon.tsx'
import { HiddenParams } from './hidden-params.tsx'
import { withoutEmpty } from './search-params.ts'

/** Milliseconds after the last key until the search starts. */
const pause = 250

type Props = {
  /** For example "Search investors". */
  label: string
  /** The parameter it sets; the others stay, except the page. */
  name?: string
}

/** A GET form that, with script, submits while typing and keeps the focus. `/` focuses it. */
export function SearchForm({ label, name = 'q' }: Props) {
  const [params] = useSearchParams()
  const field = useRef<HTMLInputElement>(null)
  const { send, sendSoon } = useSending()
  const typed = params.get(name) ?? ''
  useSlashKey(field)

  // A chip or Back may change the address; what is being typed wins.
  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = typed
  }, [typed])

  return (
    <Form
      role="search"
      preventScrollReset
      replace
      className="relative min-w-0 flex-[1_1_13rem] sm:max-w-68"
      onSubmit={send}
    >
      <HiddenParams than={name} />
      <Icon
        name="search"
        className="pointer-events-none absolute start-2.75 top-1/2 size-4.25! -translate-y-1/2 text-muted"
      />
      <input
        ref={field}
        type="search"
        name={name}
        defaultValue={typed}
        placeholder={label}
        aria-label={label}
        aria-keyshortcuts="/"
        autoComplete="off"
        enterKeyHint="search"
        className="min-h-(--control) w-full rounded-control border border-line-control bg-surface ps-8.5 pe-7 max-md:pe-3 text-(length:--text-field) placeholder:text-muted placeholder:opacity-100 hover:border-muted focus-visible:rounded-control focus-visible:outline-offset-0 placeholder-shown:[&::-webkit-search-cancel-button]:hidden"
        onInput={(event) => sendSoon(event.currentTarget.form)}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute end-2 top-1/2 -translate-y-1/2 rounded-small border border-line px-1.5 py-0.5 font-sans text-3xs leading-none font-medium text-muted max-md:hidden"
      >
        /
      </span>
      <button type="submit" className="sr-only" tabIndex={-1}>
        Search
      </button>
    </Form>
  )
}

function useSending() {
  const submit = useSubmit()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // A followed link must not be undone by a later search. On the window, where the
  // click is received before its script has loaded (lost-notice.tsx).
  useEffect(() => {
    const onClick = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
      const isNewTab = ctrlKey || metaKey || shiftKey
      if (!isNewTab && target instanceof Element && target.closest('a[href]'))
        clearTimeout(timer.current)
    }
    window.addEventListener('click', onClick, true)
    return () => {
      window.removeEventListener('click', onClick, true)
      clearTimeout(timer.current)
    }
  }, [])
  const goTo = (form: HTMLFormElement | null) => {
    clearTimeout(timer.current)
    if (!form) return
    // An empty search leaves no parameter in the address.
    const action = form.getAttribute('action') ?? '.'
    void submit(withoutEmpty(new FormData(form)), {
      action,
      replace: true,
      preventScrollReset: true,
    })
  }
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    goTo(event.currentTarget)
  }
  const sendSoon = (form: HTMLFormElement | null) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => goTo(form), pause)
  }
  return { send, sendSoon }
}

function useSlashKey(field: { current: HTMLInputElement | null }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPageKey(event, '/')) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [field])
}
