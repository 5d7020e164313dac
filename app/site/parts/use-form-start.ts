import { useState } from 'react'
import { useFetcher } from 'react-router'
import type { loader as sessionLoader } from '../session/route.ts'
import { visitorFetcher } from '../session/visitor-fetcher.ts'

/**
 * When the visitor's page began, signed, for a contact form to bring back; empty before it is known. The first stays: the
 * router asks again after every refusal, and a form that is mended at once would look as if nobody had typed it.
 */
export function useFormStart(): string {
  const { data: visitor } = useFetcher<typeof sessionLoader>(visitorFetcher)
  const [first, setFirst] = useState<string>()
  const known = first ?? visitor?.formStart
  if (known !== first) setFirst(known)
  return known ?? ''
}
