import { useEffect, useRef } from 'react'

const keyOf = (slug: string) => `invest:${slug}`
const kept = ['choice', 'amount', 'note']

/**
 * Keeps what is typed into the first step in this tab until it was sent: a page read again has it still. It goes with
 * the tab, and at logout. `isRefused` is a form that came back with its own values.
 */
export function KeepDraft({ slug, isRefused }: { slug: string; isRefused: boolean }) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const form = place.current?.closest('form')
    if (!form) return
    const former = isRefused ? null : sessionStorage.getItem(keyOf(slug))
    if (former) fill(form, new URLSearchParams(former))
    const keep = () => {
      const said = new FormData(form)
      const typed = new URLSearchParams(kept.map((name) => [name, String(said.get(name) ?? '')]))
      sessionStorage.setItem(keyOf(slug), typed.toString())
    }
    form.addEventListener('input', keep)
    return () => form.removeEventListener('input', keep)
  }, [slug, isRefused])
  return <span ref={place} hidden />
}

/** For the steps after it: what was typed is a draft on the server now. */
export function ClearDraft({ slug }: { slug: string }) {
  useEffect(() => sessionStorage.removeItem(keyOf(slug)), [slug])
  return null
}

/** For the form that throws it away. */
export function ClearDraftWhenSent({ slug }: { slug: string }) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const form = place.current?.closest('form')
    const forget = () => sessionStorage.removeItem(keyOf(slug))
    form?.addEventListener('submit', forget)
    return () => form?.removeEventListener('submit', forget)
  }, [slug])
  return <span ref={place} hidden />
}

/** A choice that is not offered any more leaves the one that is chosen. */
function fill(form: HTMLFormElement, typed: URLSearchParams) {
  for (const [name, value] of typed) {
    const field = form.elements.namedItem(name)
    if (
      field instanceof HTMLInputElement ||
      field instanceof HTMLTextAreaElement ||
      field instanceof RadioNodeList
    ) {
      field.value = value
    }
  }
}
