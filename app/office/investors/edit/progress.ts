/** The named states that saving an edit passes through (MIN-018). */
export type UpdateStep =
  | 'idle'
  | 'updating-auth'
  | 'updating-investor'
  | 'auth-partial-success'
  | 'completed'
  | 'error'

/** The words for each of them; nothing is said while nothing happens. */
export const stepWords: Record<UpdateStep, string> = {
  idle: '',
  'updating-auth': 'Updating the sign-in account and the record together…',
  'updating-investor': 'Updating the record…',
  'auth-partial-success': 'The record is updated. The sign-in email is still different.',
  completed: 'Updated.',
  error: 'Nothing was changed.',
}

type Standing = {
  sending: 'idle' | 'submitting' | 'loading'
  /** The name or the email changes, which the sign-in account has too. */
  touchesAccount: boolean
  /** Account and record have two addresses, and this edit leaves them. */
  differs: boolean
  refused: boolean
}

/** Which state it is. Account and record are stored at once or not at all, so the two are one step (W-19). */
export function stepOf({ sending, touchesAccount, differs, refused }: Standing): UpdateStep {
  if (sending === 'submitting') return touchesAccount ? 'updating-auth' : 'updating-investor'
  if (refused) return 'error'
  if (sending === 'idle') return 'idle'
  return differs ? 'auth-partial-success' : 'completed'
}
