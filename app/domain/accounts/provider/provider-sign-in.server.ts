import { isPasskeyDemanded } from '../passkeys/passkeys.server.ts'
import { beginPendingSignIn } from '../second-factor/pending-sign-in.server.ts'
import { findSecondFactor } from '../second-factor/second-factor.server.ts'
import { recordFailure } from '../sign-in/failed-attempt.server.ts'
import {
  finishSignIn,
  openSessionFor,
  type SignInClient,
  type SignInCompleted,
} from '../sign-in/sign-in.server.ts'
import { addressCounts, countAttempt, refundAttempt } from '../sign-in/sign-in-limits.server.ts'
import type { Provider } from './provider.server.ts'
import { findProviderAccount, type ProviderRefusal } from './provider-account.server.ts'
import { readProviderAnswer } from './provider-request.server.ts'

export type ProviderSignInResult =
  | (SignInCompleted & { name: string })
  | { secondFactor: 'asked'; headers: Headers }
  | { refused: ProviderRefusal | 'expired' | 'cancelled' | 'failed' | 'unconfirmed'; fault?: Error }
  | { refused: 'too-many'; retryAt: Date }

type Return = { search: string; seed: string | null; userAgent: string | null }

/**
 * Signs an administrator in whom the provider names. Our second factor is asked for, unless the provider's counts by
 * configuration.
 */
export async function signInByProvider(
  provider: Provider,
  comer: SignInClient,
  { search, seed, userAgent }: Return,
): Promise<ProviderSignInResult> {
  const counts = addressCounts(comer.clientAddress)
  const retryAt = await countAttempt(counts)
  if (retryAt) return { refused: 'too-many', retryAt }
  const answer = await readProviderAnswer(provider, { search, seed })
  if ('refused' in answer) {
    await recordFailure('', comer.clientAddress, 'provider')
    return answer
  }
  const account = await findProviderAccount(provider.settings, answer.claims)
  if ('refused' in account) {
    await recordFailure(account.email, comer.clientAddress, 'provider')
    return account
  }
  const { id, name } = account.person
  const { countsAsSecondFactor } = provider.settings
  if (!countsAsSecondFactor && (await isSecondFactorDue(id))) {
    await refundAttempt(counts)
    return { secondFactor: 'asked', headers: await beginPendingSignIn(id, 'provider') }
  }
  const opened = await openSessionFor(id, {
    userAgent,
    proof: 'provider',
    hasProviderFactor: countsAsSecondFactor,
  })
  return 'refused' in opened ? opened : { ...(await finishSignIn(comer, counts, opened)), name }
}

async function isSecondFactorDue(userId: string): Promise<boolean> {
  return (await findSecondFactor(userId)).on || (await isPasskeyDemanded(userId))
}
