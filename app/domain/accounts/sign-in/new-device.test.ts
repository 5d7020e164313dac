import { expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { signInBy, withPasskey } from '../../../../tests/passkeys.ts'
import { anAdmin, anInvestor } from '../../../../tests/people.ts'
import { attempt } from '../../../../tests/second-factor.ts'
import { cookiesIn } from '../../../../tests/visits.ts'

const mailsTo = async (userId: string) =>
  (
    await change<{ name: string }>(
      `select d.name from app.outbox o join auth.known_device d on d.id = o.subject_id
       where o.user_id = $1 and o.template = 'new-device' order by o.created_at, o.id`,
      [userId],
    )
  ).rows.map(({ name }) => name)

test('STAFF-230 a sign-in on a device that the account was not used on is emailed, but not the first one', async () => {
  for (const person of [await anInvestor(), await anAdmin()]) {
    const first = await attempt(person.email)
    expect(await mailsTo(person.userId)).toEqual([])
    if (!('role' in first)) throw new Error('no one signed in')
    await attempt(person.email, undefined, cookiesIn(first.headers))
    expect(await mailsTo(person.userId)).toEqual([])
    await attempt(person.email)
    expect(await mailsTo(person.userId)).toEqual(['Unknown browser'])
    await attempt(person.email, 'not-the-password')
    expect(await mailsTo(person.userId)).toHaveLength(1)
  }
})

test('STAFF-230 a passkey on a new device is emailed too', async () => {
  const person = await anInvestor()
  const { device } = await withPasskey(person)
  await signInBy(device)
  expect(await mailsTo(person.userId)).toEqual(['Unknown browser'])
})

test('STAFF-230 a device of one account is a new one for another', async () => {
  const [person, other] = [await anInvestor(), await anInvestor('Hodan Ali')]
  await attempt(other.email)
  const first = await attempt(person.email)
  if (!('role' in first)) throw new Error('no one signed in')
  await attempt(other.email, undefined, cookiesIn(first.headers))
  expect(await mailsTo(other.userId)).toEqual(['Unknown browser'])
})
