import type { Confirming } from '../app/domain/accounts/confirm-self.server.ts'
import { confirmSelf } from '../app/domain/accounts/confirm-self.server.ts'
import {
  findSecretToScan,
  finishSecondFactor,
  startSecondFactor,
} from '../app/domain/accounts/second-factor-set-up.server.ts'
import { demandSelf } from '../app/platform/session.server.ts'
import type { Self } from '../app/platform/signed-in.ts'
import { password } from './people.ts'
import { totp } from './totp.ts'
import { cookiesIn, cookiesOf, visitTo } from './visits.ts'

/** Somebody signed in, as the pages about their own account know them. */
export async function selfOf(person: { email: string }): Promise<Self> {
  const { context } = visitTo<{ context: Parameters<typeof demandSelf>[0] }>('/', {
    cookie: await cookiesOf(person),
  })
  return demandSelf(context)
}

/** Sets up a second factor, and gives its secret, its recovery codes and the cookies of the session that went on. */
export async function withSecondFactor(person: { email: string }) {
  const self = await selfOf(person)
  await confirmSelf(self satisfies Confirming, { password })
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
