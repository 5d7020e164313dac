import { expect, test, vi } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { anAdmin, anInvestor, password } from '../../../../tests/people.ts'
import { selfOf, withSecondFactor } from '../../../../tests/second-factor.ts'
import { log } from '../../../platform/observability/log.server.ts'
import { changeOwnPassword } from '../recovery/change-own-password.server.ts'
import { findSecondFactor } from '../second-factor/second-factor.server.ts'
import {
  renewRecoveryCodes,
  turnOffSecondFactor,
} from '../second-factor/second-factor-set-up.server.ts'

async function mailsTo({ userId }: { userId: string }): Promise<string[]> {
  const { rows } = await change<{ template: string }>(
    `select template from app.outbox where user_id = $1 and state = 'queued' and template <> 'new-device' order by created_at`,
    [userId],
  )
  return rows.map(({ template }) => template)
}

async function eventsOf(userId: string) {
  const { rows } = await change<{ actor: string; payload: object }>(
    `select actor, payload from app.event where kind = 'account.sign-in-changed' and payload ->> 'userId' = $1 order by id`,
    [userId],
  )
  return rows
}

test.each([
  ['an investor', () => anInvestor(), 'investor'],
  ['an administrator', anAdmin, 'admin'],
] as const)(
  '%s is told by mail of each change of their own sign-in, under their own name',
  async (_, someone, role) => {
    const person = await someone()
    const self = await selfOf(person)
    await withSecondFactor(person)
    await renewRecoveryCodes(self)
    await turnOffSecondFactor(self)
    await changeOwnPassword(self, { present: password, password: 'three lamps on the pier' })
    const notified = [
      'second-factor-on',
      'recovery-codes-renewed',
      'second-factor-off',
      'password-changed',
    ]
    expect(await mailsTo(person)).toEqual(notified)
    const { userId } = person
    expect(await eventsOf(userId)).toEqual(
      notified.map((change) =>
        expect.objectContaining({ actor: role, payload: { userId, change } }),
      ),
    )
  },
)

test('what was refused is told by no mail', async () => {
  const person = await anInvestor()
  const self = await selfOf(person)
  await changeOwnPassword(self, { present: 'not the one', password: 'three lamps on the pier' })
  await changeOwnPassword(self, { present: password, password: 'short' })
  expect(await mailsTo(person)).toEqual([])
})

test('a mail that cannot be queued is logged, and what was changed stands', async () => {
  const person = await anInvestor()
  const self = await selfOf(person)
  await withSecondFactor(person)
  const logged = vi.spyOn(log, 'error').mockReturnValue()
  await turnOffSecondFactor({ ...self, investorId: 'no id' })
  expect(logged).toHaveBeenCalledWith(
    'could not email a sign-in notice',
    expect.any(Error),
    expect.anything(),
  )
  expect(await findSecondFactor(person.userId)).toEqual({ on: false })
})
