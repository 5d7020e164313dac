import type { LeftBecause, Verdict } from '../../../domain/accounts/batch-emails.server.ts'
import { counted } from '../../../values/counted.ts'
import { emailRefusals } from '../words.ts'

/** Why a line changed nothing. */
export const leftWords: Record<LeftBecause, string> = {
  ...emailRefusals,
  malformed: 'This is not a user ID and an email.',
  swapped: 'The columns are swapped.',
  'bad-id': 'This is no user ID.',
  'bad-email': 'Please enter a valid email address',
  'duplicate-id': 'Another line names the same person.',
  'duplicate-email': 'Another line has the same email.',
  oneself: 'This is you. Change your own email under Update Email: it signs you out.',
  'not-chosen': 'This was not in the preview. Preview it again.',
  failed: 'This could not be saved. Please try again.',
}

/** What would become of a line. */
export const verdictWords: Record<Verdict, string> = { ...leftWords, ready: 'Will be updated' }

/** How many of a batch were changed. */
export function summaryOf(updated: number, total: number): string {
  const left = total - updated
  return left === 0
    ? `${counted(updated, 'email')} updated.`
    : `${updated} updated, ${left} left as they were.`
}
