import { useState } from 'react'
import { type FetcherWithComponents, useFetcher } from 'react-router'

/**
 * The last answer of a screen's action, and the fetcher its form is sent with. A refresh by live updates makes the router
 * drop `actionData`, and with it the sentences beside the fields of a form that somebody is just mending; what a fetcher
 * was answered stays until the next answer. Sent without script, or before it had come, the answer arrives with the
 * document as `actionData`; no later one does, so that the first is kept. A form that got no answer keeps the last one.
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
