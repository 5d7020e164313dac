import { expect, test } from 'vitest'
import { assert, type Wrong, withPasskey, withSeed } from '../../../tests/passkeys.ts'
import { anInvestor } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { withSecondFactor } from '../../../tests/second-factor.ts'
import { visitTo } from '../../../tests/visits.ts'
import { requestOwnPasskey } from '../../domain/accounts/passkeys/passkeys.server.ts'
import { findSecondFactor } from '../../domain/accounts/second-factor/second-factor.server.ts'
import { requireUser } from '../../platform/session/session.server.ts'

/** Someone with a code and a passkey, who sends forms with the answer of the passkey. */
async function aPersonWithBoth() {
  const person = await anInvestor('Hodan Ali')
  const { device } = await withPasskey(person)
  const { cookie } = await withSecondFactor(person)
  const { context } = visitTo<{ context: Parameters<typeof requireUser>[0] }>('/', { cookie })
  const self = await requireUser(context)
  const send = async (path: string, wrong: Wrong = {}) => {
    const request = await requestOwnPasskey(self)
    if (!request) throw new Error('there is no passkey')
    const { challenge } = request.options as { challenge: string }
    const passkey = JSON.stringify(assert(device, challenge, wrong))
    return ask(path, { cookie: withSeed(request.seed, cookie), form: { passkey } })
  }
  return { ...person, cookie, send }
}

const turnOff = '/login/second-factor/turn-off'
const newCodes = '/login/second-factor/recovery-codes'

test('STAFF-311 a passkey makes new recovery codes and turns the second factor off, without password and code', async () => {
  const { userId, send } = await aPersonWithBoth()
  const codes = await send(newCodes)
  expect(wordsOf(codes.html)).toContain('Save your new codes')
  expect(await findSecondFactor(userId)).toMatchObject({ on: true, codesLeft: 10 })
  expect(await send(turnOff)).toMatchObject({ status: 303 })
  expect(await findSecondFactor(userId)).toMatchObject({ on: false })
})

test.each([turnOff, newCodes])(
  'STAFF-311 a wrong, broken or missing passkey changes nothing at %s',
  async (path) => {
    const { userId, send, cookie } = await aPersonWithBoth()
    const { device: foreign } = await withPasskey(await anInvestor())
    const forged = await send(path, { by: foreign.privateKey })
    expect(forged.status).toBe(422)
    for (const passkey of ['', 'null', 'x'.repeat(20_001)])
      expect(await ask(path, { cookie, form: { passkey } })).toMatchObject({ status: 422 })
    expect(await ask(path, { cookie, form: {} })).toMatchObject({ status: 422 })
    expect(await findSecondFactor(userId)).toMatchObject({ on: true })
  },
)
