import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { anAdmin, anInvestor, as } from '../../../../tests/people.ts'
import { ask } from '../../../../tests/product.tsx'
import { wordsOf } from '../../../../tests/screens.tsx'
import { cookiesOf } from '../../../../tests/visits.ts'
import { undeliveredOf } from '../../parts/followed-invitations.server.ts'

const admin = await anAdmin()
const cookie = await cookiesOf(admin)
const list = '/admin-dashboard/investors'

const mailsOf = async (userId: string) =>
  (
    await change<{ state: string }>(
      'select state from app.outbox where user_id = $1 order by created_at',
      [userId],
    )
  ).rows
const words = async (path: string) => wordsOf((await ask(path, { cookie })).html)

beforeEach(async () => {
  await change('delete from app.outbox')
  await change('update app.installation set demo = true')
})

test('the list says of who never signed in how far their invitation came', async () => {
  const pending = await anInvestor('Sagal Pending', 'pending')
  const never = await anInvestor('Never Here')
  const row = (email: string) => words(`${list}?q=${email}`)
  expect(await row(pending.email)).toContain('Not invited yet')
  await change(
    `insert into app.outbox (template, user_id, state) values ('invitation', $1, 'failed')`,
    [pending.userId],
  )
  expect(await row(pending.email)).toContain('Invitation could not be delivered')
  expect(await row(never.email)).toContain('Never signed in')
  await change('update auth."user" set last_signed_in_at = now() where id = $1', [never.userId])
  expect(await row(never.email)).not.toContain('Never signed in')
})

test('a pending invitation is sent again and withdrawn from its dialog, back on the list that was open', async () => {
  const { investorId, userId, email } = await anInvestor('Sagal Pending', 'pending')
  const dialog = `${list}/${investorId}/invitation?q=sagal`
  const sent = await ask(dialog, { cookie, form: { key: randomUUID(), act: 'send' } })
  expect(sent).toMatchObject({ status: 303, location: `${list}?q=sagal` })
  expect(await mailsOf(userId)).toEqual([{ state: 'queued' }])
  const withdrawn = await ask(dialog, { cookie, form: { key: randomUUID(), act: 'withdraw' } })
  expect(withdrawn).toMatchObject({ status: 303, location: `${list}?q=sagal` })
  expect(await mailsOf(userId)).toEqual([{ state: 'withdrawn' }])
  expect(await words(`${list}?q=${email}`)).toContain('Invitation withdrawn')
})

test('bad input changes nothing', async () => {
  const { investorId, userId } = await anInvestor('Sagal Pending', 'pending')
  const dialog = `${list}/${investorId}/invitation`
  for (const form of [{}, { key: 'x', act: 'send' }, { key: randomUUID(), act: 'burn' }]) {
    expect((await ask(dialog, { cookie, form })).status).toBe(422)
  }
  expect(await mailsOf(userId)).toEqual([])
})

test('who needs no invitation, or is no one, has no dialog', async () => {
  const { investorId } = await anInvestor()
  for (const id of [investorId, randomUUID(), 'nonsense']) {
    expect((await ask(`${list}/${id}/invitation`, { cookie })).status).toBe(404)
  }
})

async function add(email: string) {
  const form = { key: randomUUID(), fullName: 'Hodan Ali', email, phone: '' }
  return ask(`${list}/new?q=hodan`, { cookie, form })
}

test('MIN-014 where mail does not go out, Investor added is followed by the warning, with a resend', async () => {
  const email = `${randomUUID()}@example.com`
  // No mail server is set up, so the failure is known immediately.
  await change('update app.installation set demo = false')
  const answer = await add(email)
  expect(answer.status).toBe(303)
  expect(answer.location).toMatch(/^\/admin-dashboard\/investors\/[\w-]{36}\/added\?q=hodan$/)
  const shown = await words(answer.location ?? '')
  expect(shown).toContain('Investor added but the invitation could not be delivered')
  expect(shown).toContain('Send invitation again')
})

test('MIN-014 when the account cannot be made nothing is stored', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const email = `${randomUUID()}@example.com`
  await change(`create function auth.no() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger no before insert on auth.account for each row execute function auth.no()`)
  const answer = await add(email)
  await change('drop trigger no on auth.account; drop function auth.no()')
  expect(answer.status).toBe(500)
  const { rows } = await change(
    `select from app.investor where email = $1 union all select from auth."user" where email = $1`,
    [email],
  )
  expect(rows).toEqual([])
})

test('MIN-014 without a mail server the invitation waits for one, in its dialog and in the list', async () => {
  await change('update app.installation set demo = false')
  const email = `${randomUUID()}@example.com`
  const shown = await words((await add(email)).location ?? '')
  expect(shown).toContain('No mail server is set up. It will be sent once there is one.')
  expect(shown).toContain('It is waiting because no mail server is set up')
  expect(shown).not.toContain('on its way')
  expect(await words(`${list}?q=${email}`)).toContain('Invitation waiting for a mail server')
})

test('where mail goes out there is no warning', async () => {
  expect((await add(`${randomUUID()}@example.com`)).location).toBe(`${list}?q=hodan`)
})

describe('where a mail server is thought to work', () => {
  async function addFollowed() {
    const email = `${randomUUID()}@example.com`
    const { given } = await add(email)
    const followed = given.find((first) => first.startsWith('invited='))?.split(';')[0] ?? ''
    return { email, investorId: followed.slice('invited='.length), followed }
  }
  const undeliveredFor = (cookies: string) =>
    as(admin, undeliveredOf(new Request('http://localhost/', { headers: { cookie: cookies } })))

  test('MIN-014 the office warns once the first attempt has failed, and not before', async () => {
    const { email, investorId, followed } = await addFollowed()
    const cookies = `sidebar=open; ${followed}`
    expect(await undeliveredFor(cookies)).toEqual([])
    await change("update app.outbox set attempts = 1, last_error = 'connect ECONNREFUSED'")
    expect(await undeliveredFor(cookies)).toEqual([{ investorId, email, final: false }])
    await change("update app.outbox set state = 'failed', last_error = '550 no such user'")
    expect(await undeliveredFor(cookies)).toEqual([{ investorId, email, final: true }])
    await change("update app.outbox set state = 'sent', sent_at = now(), transport = 'main'")
    expect(await undeliveredFor(cookies)).toEqual([])
  })

  test('MIN-014 of several added in a row each is followed; nonsense in the cookie is no one', async () => {
    const first = await addFollowed()
    const form = {
      key: randomUUID(),
      fullName: 'Ayan Farah',
      email: `${randomUUID()}@example.com`,
      phone: '',
    }
    const second = await ask(`${list}/new`, { cookie: `${cookie}; ${first.followed}`, form })
    const followed = second.given.find((each) => each.startsWith('invited='))?.split(';')[0] ?? ''
    await change("update app.outbox set state = 'failed'")
    const emails = (await undeliveredFor(`${followed}.nonsense.${randomUUID()}`)).map(
      ({ email }) => email,
    )
    expect(emails).toEqual([first.email, form.email])
    expect(await undeliveredFor('invited=')).toEqual([])
  })
})
