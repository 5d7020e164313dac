export type UpdateStep =
  | 'idle'
  | 'updating-auth'
  | 'updating-investor'
  | 'auth-partial-success'
  | 'completed'
  | 'error'

/** Nothing is shown while idle. */
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
  /** The name or email changes, which the sign-in account also has. */
  touchesAccount: boolean
  /** Account and record have different emails, and this edit keeps them. */
  differs: boolean
  refused: boolean
}

/** Account and record are saved in one transaction, so they are one step. */
export function stepOf({ sending, touchesAccount, differs, refused }: Standing): UpdateStep {
  if (sending === 'submitting') return touchesAccount ? 'updating-auth' : 'updating-investor'
  if (refused) return 'error'
  if (sending === 'idle') return 'idle'
  return differs ? 'auth-partial-success' : 'completed'
}
