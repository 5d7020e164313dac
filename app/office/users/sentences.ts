import type { AccountRefusal } from '../../domain/accounts/account-changed.server.ts'

/** Demoting, closing or readdressing the last one (decisions §2). */
export const lastAdministrator = 'At least one active administrator is required.'
const permissions = 'Make sure you have the correct permissions.'

/** Why an act on somebody's account was refused; `same` is what they are already, in the act's own words. */
export function whyRefused(
  refusal: AccountRefusal,
  words: { oneself: string; same: string },
): string {
  switch (refusal) {
    case 'last-administrator':
      return lastAdministrator
    case 'not-allowed':
      return permissions
    case 'unknown':
      return 'This account is not there any more.'
    case 'oneself':
      return words.oneself
    case 'same':
      return words.same
    default:
      return refusal satisfies never
  }
}
