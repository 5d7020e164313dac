import { useEffect, useRef, useState } from 'react'
import { useFetcher, useSearchParams } from 'react-router'
import { type CompanyFields, fieldsIn } from '../../domain/company/company-fields.ts'
import { changedSettings } from '../../domain/company/merge-fields.ts'
import type { CompanyReply } from './reply.ts'

export type Loaded = { version: number; fields: CompanyFields }

/** Query parameter with the version that was just stored. */
export const savedVersion = 'saved'

/** Values of the settings form. Unsaved changes survive revalidation; without any, it follows what is stored. */
export function useSettings(loaded: Loaded, fromDocument: CompanyReply | undefined) {
  const fetcher = useFetcher<CompanyReply>()
  const [search] = useSearchParams()
  const [first] = useState(fromDocument)
  const [spent, setSpent] = useState<CompanyReply>()
  const [base, setBase] = useState(loaded)
  const [unsaved, setUnsaved] = useState<string[]>([])
  const place = useRef<HTMLDivElement>(null)
  // A fetcher keeps its last reply, even after a form that was stored.
  const latest = fetcher.data ?? first
  const answer = latest === spent ? undefined : latest
  const drawing = useFieldsKey(answer?.fieldsReplaced ? answer : undefined, base)

  const isStored = Number(search.get(savedVersion)) > base.version
  if (base.version !== loaded.version && (isStored || (unsaved.length === 0 && !answer?.changes)))
    start()

  function start() {
    setSpent(latest)
    setBase({ ...loaded })
    setUnsaved([])
  }
  function recount() {
    const form = place.current?.querySelector('form')
    if (form) setUnsaved(changedSettings(base.fields, fieldsIn(new FormData(form))))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts what was drawn again
  useEffect(recount, [drawing])

  useEffect(() => {
    if (answer?.next)
      place.current
        ?.querySelector<HTMLElement>(`[name="${answer.next}"], [value="${answer.next}"]`)
        ?.focus()
  }, [answer])

  const version = answer?.reply.values.version ?? String(base.version)
  const isBehind = unsaved.length > 0 && version !== String(loaded.version)
  return {
    place,
    fetcher,
    answer,
    version,
    fields: answer?.reply.values ?? base.fields,
    drawing,
    unsaved,
    isBehind,
    recount,
    discard: start,
  }
}

/** A key that changes whenever the fields get new values; uncontrolled fields would keep the old ones. */
function useFieldsKey(answer: CompanyReply | undefined, base: Loaded): number {
  const [drawn, setDrawn] = useState({ answer, base, times: 0 })
  const isNew = (answer && answer !== drawn.answer) || base !== drawn.base
  if (isNew) setDrawn({ answer, base, times: drawn.times + 1 })
  return drawn.times
}
