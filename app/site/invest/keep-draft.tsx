import { useEffect, useRef } from 'react'

const keyOf = (slug: string) => `invest:${slug}`
const kept = ['choice', 'unit', 'amount', 'note']

/** Keeps typed values of the first step in sessionStorage. `isRefused`: the form came back with its own. */
export function KeepDraft({ slug, isRefused }: { slug: string; isRefused: boolean }) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const form = place.current?.closest('form')
    if (!form) return
    const former = isRefused ? null : sessionStorage.getItem(keyOf(slug))
    if (former) fill(form, new URLSearchParams(former))
    const keep = () => {
      const formData = new FormData(form)
      const typed = new URLSearchParams(
        kept.map((name) => [name, String(formData.get(name) ?? '')]),
      )
      sessionStorage.setItem(keyOf(slug), typed.toString())
    }
    form.addEventListener('input', keep)
    return () => form.removeEventListener('input', keep)
  }, [slug, isRefused])
  return <span ref={place} hidden />
}

/** For later steps: the draft is on the server by then. */
export function ClearDraft({ slug }: { slug: string }) {
  useEffect(() => sessionStorage.removeItem(keyOf(slug)), [slug])
  return null
}

/** For the form that discards the draft. */
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

/** A choice that is no longer offered keeps the current one. */
function fill(form: HTMLFormElement, typed: URLSearchParams) {
  for (const [name, value] of typed) {
    const field = form.elements.namedItem(name)
    if (
      field instanceof HTMLInputElement ||
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement ||
      field instanceof RadioNodeList
    ) {
      field.value = value
    }
  }
}
