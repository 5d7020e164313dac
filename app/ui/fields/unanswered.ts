import { useEffect, useRef } from 'react'
import { latestReason, onUnanswered, type Unanswered } from '../connection/lost-connection.ts'

export function useUnanswered(listener: (why: Unanswered) => void) {
  const newest = useRef(listener)
  useEffect(() => {
    newest.current = listener
  })
  useEffect(() => onUnanswered(() => newest.current(latestReason())), [])
}

const words: Record<Unanswered, string> = {
  offline:
    'You are offline. Nothing was sent; your entries are kept. Try again when the connection is back.',
  lost: 'The connection was lost. Your entries are kept. Send again when the connection is back; nothing is done twice.',
  ended: 'Your session ended. Nothing was saved. Sign in in another tab, then send again.',
  'somebody-else':
    'Another account is signed in on this browser. Nothing was saved; your entries are kept. Sign in to your account in another tab, then send again.',
  done: 'This was saved. There is no need to send it again.',
  'too-large':
    'This is too long. Nothing was saved; your entries are kept. Shorten it and send again.',
}

export const unansweredMessage = (why: Unanswered): string => words[why]

/** For a button without a form: nothing was typed. */
export function unansweredButtonMessage(): string {
  const why = latestReason()
  if (why === 'offline')
    return 'You are offline. Nothing was sent. Try again when the connection is back.'
  if (why === 'lost')
    return 'The connection was lost. Try again when the connection is back; nothing is done twice.'
  return words[why]
}
