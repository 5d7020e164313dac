import { beforeEach, expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { anInvestor } from '../../../../tests/people.ts'
import { transact } from '../../../platform/database/database.server.ts'
import { isMailFailing } from './mail-availability.server.ts'

const trouble = () => transact({ role: 'guest' }, isMailFailing)

/** One delivery that was tried this many minutes ago. */
async function tried(state: string, minutes: number, { error = '421 gone', refused = false } = {}) {
  const { userId } = await anInvestor()
  await change(
    `insert into app.outbox (template, user_id, state, attempts, attempted_at, last_error)
     values ('recovery', $1, $2, 1, now() - make_interval(mins => $3), nullif($4, ''))`,
    [userId, state, minutes, state === 'sent' ? '' : error],
  )
  if (refused)
    await change(`update auth."user" set refused_mail_at = now() where id = $1`, [userId])
}

beforeEach(async () => {
  await change('update app.installation set demo = true')
  await change('delete from app.outbox')
})

test('without a transport there is trouble, whatever was sent', async () => {
  await tried('sent', 1)
  expect(await trouble()).toBe(false)
  await change('update app.installation set demo = false')
  expect(await trouble()).toBe(true)
})

test('AUTH-065 (decisions §2) there is trouble when every delivery of the last ten minutes failed', async () => {
  expect(await trouble()).toBe(false)
  await tried('sent', 11)
  await tried('failed', 3)
  await tried('queued', 9)
  expect(await trouble()).toBe(true)
  await tried('sent', 8)
  expect(await trouble()).toBe(false)
})

test.each([
  ['a failure of eleven minutes ago', () => tried('failed', 11)],
  ['a mail that is being tried for the first time', () => tried('queued', 1, { error: '' })],
  ['a mail that became pointless', () => tried('withdrawn', 1)],
  [
    'an address that its server refuses, which would tell that it is known',
    () => tried('failed', 1, { refused: true }),
  ],
])('%s is no trouble', async (_, happened) => {
  await happened()
  expect(await trouble()).toBe(false)
})
