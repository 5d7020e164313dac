import { useState } from 'react'
import { type FetcherWithComponents, useFetcher } from 'react-router'

/**
 * The last reply of a screen's action, and the fetcher of its form. Live updates make the router
 * drop `actionData`, while a fetcher keeps its reply. Without script the reply is in the document's
 * `actionData`. A form without a response keeps its last reply.
 */
export function useAnswer<Answer>(actionData: Answer | undefined): {
  answer: Answer | undefined
  fetcher: FetcherWithComponents<unknown>
} {
  const fetcher = useFetcher<unknown>()
  const [answer, setAnswer] = useState(actionData)
  const latest = fetcher.data as Answer | undefined
  if (latest !== undefined && latest !== answer) setAnswer(latest)
  return { answer, fetcher }
}
