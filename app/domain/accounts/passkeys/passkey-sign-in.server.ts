import {
  consumePendingSignIn,
  findPendingSignIn,
  type PendingSignIn,
} from '../second-factor/pending-sign-in.server.ts'
import { recordFailure } from '../sign-in/failed-attempt.server.ts'
import {
  finishSignIn,
  type OpenedSession,
  openSessionFor,
  type SignInClient,
  type SignInCompleted,
} from '../sign-in/sign-in.server.ts'
import {
  addressCounts,
  attemptCounts,
  countAttempt,
  deviceToken,
} from '../sign-in/sign-in-limits.server.ts'
import {
  checkPasskey,
  findPasskey,
  type KnownPasskey,
  type PasskeyRefusal,
} from './check-passkey.server.ts'
import type { PasskeyAssertion } from './passkey-schema.ts'

/** `step`: `second` completes a sign-in that began with a password. */
export type PasskeyAttempt = {
  passkey: PasskeyAssertion
  step: 'first' | 'second'
  userAgent: string | null
}

/** `over`: the password must be typed again. `other-account`: the passkey is not of the account whose password it was. */
export type PasskeySignInResult =
  | (SignInCompleted & { name: string })
  | { refused: PasskeyRefusal | 'over' | 'other-account' | 'unconfirmed' | 'inactive' }
  | { refused: 'too-many'; retryAt: Date }

/** Signs in by a passkey, which is both factors: its device checks who holds it. Failures count like wrong passwords. */
export async function signInWithPasskey(
  comer: SignInClient,
  attempt: PasskeyAttempt,
): Promise<PasskeySignInResult> {
  const pending = attempt.step === 'second' ? await findPendingSignIn(comer.cookies) : null
  if (attempt.step === 'second' && !pending) return { refused: 'over' }
  const known = await findPasskey(attempt.passkey.id)
  const owner = pending ?? known
  const counts = owner
    ? await attemptCounts(owner.email, comer.clientAddress, deviceToken(comer.cookies))
    : addressCounts(comer.clientAddress)
  const retryAt = await countAttempt(counts)
  if (retryAt) return { refused: 'too-many', retryAt }
  const opened = await open(comer, attempt, { known, pending })
  if ('refused' in opened) {
    await recordFailure(owner?.email ?? '', comer.clientAddress, auditedReasons[opened.refused])
    return opened
  }
  const { name, ...session } = opened
  return { ...(await finishSignIn(comer, counts, session)), name }
}

const auditedReasons = {
  expired: 'passkey-expired',
  wrong: 'wrong-passkey',
  copied: 'copied-passkey',
  'other-account': 'wrong-passkey',
  over: 'passkey-expired',
  inactive: 'inactive',
  unconfirmed: 'unconfirmed',
} as const

type Opened =
  | (OpenedSession & { name: string })
  | { refused: PasskeyRefusal | 'over' | 'other-account' | 'unconfirmed' | 'inactive' }

async function open(
  comer: SignInClient,
  { passkey, userAgent }: PasskeyAttempt,
  { known, pending }: { known: KnownPasskey | null; pending: PendingSignIn | null },
): Promise<Opened> {
  const checked = await checkPasskey('sign-in', { passkey, known, cookies: comer.cookies })
  if ('refused' in checked) return checked
  const { userId, name } = checked.passkey
  if (pending && pending.userId !== userId) return { refused: 'other-account' }
  const ended = pending ? await consumePendingSignIn(comer.cookies) : new Headers()
  if (!ended) return { refused: 'over' }
  const opened = await openSessionFor(userId, {
    userAgent,
    proof: pending ? `${pending.firstFactor}, passkey` : 'passkey',
  })
  if ('refused' in opened) return opened
  for (const cookie of ended.getSetCookie()) opened.headers.append('Set-Cookie', cookie)
  return { ...opened, name }
}
