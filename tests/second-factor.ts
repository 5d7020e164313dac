import {
  findSecretToScan,
  finishSecondFactor,
  startSecondFactor,
} from '../app/domain/accounts/second-factor/second-factor-set-up.server.ts'
import { signInWithCode } from '../app/domain/accounts/second-factor/second-factor-sign-in.server.ts'
import {
  confirmIdentity,
  type IdentityOwner,
} from '../app/domain/accounts/sign-in/confirm-identity.server.ts'
import { signIn } from '../app/domain/accounts/sign-in/sign-in.server.ts'
import { requireUser } from '../app/platform/session/session.server.ts'
import type { RequestUser } from '../app/platform/session/signed-in-user.ts'
import { change } from './database.ts'
import { password } from './people.ts'
import { totp } from './totp.ts'
import { anAddress, cookiesIn, cookiesOf, visitTo } from './visits.ts'

/** Someone signed in, as the pages about their own account know them. */
export async function selfOf(person: { email: string }): Promise<RequestUser> {
  const { context } = visitTo<{ context: Parameters<typeof requireUser>[0] }>('/', {
    cookie: await cookiesOf(person),
  })
  return requireUser(context)
}

/** Sets up a second factor, and gives its secret, its recovery codes and the cookies of the session that went on. */
export async function withSecondFactor(person: { email: string }) {
  const self = await selfOf(person)
  await confirmIdentity(self satisfies IdentityOwner, { password })
  await startSecondFactor(self, password)
  const secret = (await findSecretToScan(self, 'Msingi'))?.text ?? ''
  // The code of the step before is still taken, and leaves the present one for what the test does.
  const finish = () => finishSecondFactor(self, totp(secret, -1))
  const first = await finish()
  // Between making it and taking it the next step may have begun, for which it is too old.
  const finished = 'refused' in first ? await finish() : first
  if ('refused' in finished) throw new Error(`no second factor: ${finished.refused}`)
  return { secret, codes: finished.codes, cookie: cookiesIn(finished.headers) }
}

export const attempt = (email: string, typed = password, cookies: string | null = null) =>
  signIn({ email, password: typed, clientAddress: anAddress(), cookies, userAgent: 'Firefox' })

/** The cookies of a browser whose password was right and whose second factor is asked for now. */
export async function halfway(email: string): Promise<string> {
  const result = await attempt(email)
  if (!('secondFactor' in result)) throw new Error('no second factor was asked for')
  return cookiesIn(result.headers)
}

export const step = (cookies: string, code: string, rememberDevice = false) =>
  signInWithCode(
    { clientAddress: anAddress(), cookies },
    { code, rememberDevice, userAgent: 'Firefox' },
  )

/** Someone who signed in with a recovery code, as their pages know them. */
export async function selfAfterFactor(
  person: { email: string; userId: string; name: string },
  code = '',
) {
  const result = await step(await halfway(person.email), code)
  if (!('role' in result)) throw new Error('the code was refused')
  const { rows } = await change(
    'select id from auth.session where "userId" = $1 order by "createdAt" desc limit 1',
    [person.userId],
  )
  const { email, userId, name } = person
  return {
    sessionId: rows[0]?.id ?? '',
    userId,
    name,
    email,
    role: result.role,
    investorId: null,
    hold: null,
    permissions: [],
    clientAddress: anAddress(),
    cookies: cookiesIn(result.headers),
  }
}
