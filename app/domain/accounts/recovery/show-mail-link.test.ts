import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { anAdmin, anInvestor, as, type Person } from '../../../../tests/people.ts'
import { config } from '../../../platform/config.server.ts'
import { type GuestActor, transact } from '../../../platform/database/database.server.ts'
import { findInvitation } from '../invitations/invitations.server.ts'
import { showInvitationLink, showMailLink } from './show-mail-link.server.ts'

const admin = await anAdmin()
const guestCommand = <Result>(work: (guest: GuestActor) => Promise<Result>) =>
  transact({ role: 'guest' }, work)
const handOut = (mailId: string) => as(admin, (actor) => showMailLink(actor, mailId))
const tokenIn = (link: string) => /([\w-]{43})(?:&|$)/.exec(link)?.[1] ?? ''

async function aMail(
  template: string,
  { userId }: Pick<Person, 'userId'>,
  made = "state = 'failed', attempts = 31",
) {
  const { rows } = await change(
    'insert into app.outbox (template, user_id) values ($1, $2) returning id',
    [template, userId],
  )
  const id = rows[0]?.id ?? ''
  await change(`update app.outbox set ${made} where id = $1`, [id])
  return id
}

test('W-18 the link of an undelivered mail is minted when it is asked for, from the configured origin, and ends the earlier one', async () => {
  const person = await anInvestor('Sagal Nur', 'pending')
  const mail = await aMail('invitation', person)
  const [first, second] = [await handOut(mail), await handOut(mail)]
  if ('refused' in first || 'refused' in second) throw new Error('refused')
  expect(second.link).toMatch(new RegExp(`^${config.origin}/invitation/[\\w-]{43}$`))
  const stateOf = async (link: string) =>
    (await guestCommand((guest) => findInvitation(guest, tokenIn(link)))).state
  expect([await stateOf(first.link), await stateOf(second.link)]).toEqual(['ended', 'open'])
})

test('it is audited with who asked and for what, the person is told, and nothing keeps the token', async () => {
  const person = await anInvestor()
  const mail = await aMail('recovery', person)
  const made = await handOut(mail)
  if ('refused' in made) throw new Error(made.refused)
  expect(made.link).toMatch(/\/reset-password\?token=[\w-]{43}&type=recovery$/)
  const { rows: acts } = await change(
    `select actor, actor_id, after from app.audit_log where act = 'hand-out-link' and subject_id = $1`,
    [person.userId],
  )
  expect(acts).toEqual([
    { actor: 'admin', actor_id: admin.userId, after: { purpose: 'recovery', mail } },
  ])
  const { rows: mails } = await change(
    `select state from app.outbox where user_id = $1 and template = 'link-made'`,
    [person.userId],
  )
  expect(mails).toEqual([{ state: 'queued' }])
  const { rows: kept } = await change(
    `select from (select o::text as words from app.outbox o union all select a::text from app.audit_log a
      union all select l::text from auth.link l union all select e::text from app.event e
      union all select j.data::text from pgboss.job j) everything where position($1 in words) > 0`,
    [tokenIn(made.link)],
  )
  expect(kept).toEqual([])
})

test('a mail that no one tried for five minutes counts as undeliverable, and is then not sent by itself', async () => {
  const person = await anInvestor()
  const mail = await aMail('recovery', person, "created_at = now() - interval '6 minutes'")
  expect(await handOut(mail)).toHaveProperty('link')
  const { rows } = await change('select state from app.outbox where id = $1', [mail])
  expect(rows).toEqual([{ state: 'failed' }])
})

test.each([
  ['sent', "state = 'sent'"],
  ['withdrawn', "state = 'withdrawn'"],
  ['retried automatically', "attempts = 3, last_error = '450'"],
  ['queued a moment ago', 'attempts = 0'],
])('a mail that was %s gives no link', async (_, made) => {
  expect(await handOut(await aMail('recovery', await anInvestor(), made))).toEqual({
    refused: 'deliverable',
  })
})

test('no link is given to an account of an administrator, not even one’s own', async () => {
  expect(await handOut(await aMail('recovery', await anAdmin('Other Admin')))).toEqual({
    refused: 'administrator',
  })
  expect(await handOut(await aMail('recovery', admin))).toEqual({ refused: 'administrator' })
})

test('no link is given that no longer works, or where the email has none', async () => {
  const inactive = await anInvestor('Omar Nur', 'inactive')
  const active = await anInvestor()
  expect(await handOut(await aMail('recovery', inactive))).toEqual({ refused: 'inactive' })
  expect(await handOut(await aMail('invitation', active))).toEqual({ refused: 'pointless' })
  expect(await handOut(await aMail('confirmation', active))).toEqual({ refused: 'pointless' })
  expect(await handOut(await aMail('password-set', active))).toEqual({ refused: 'unknown' })
  expect(await handOut(active.userId)).toEqual({ refused: 'unknown' })
  const { rows } = await change('select from auth.link where user_id = any($1)', [
    [inactive.userId, active.userId],
  ])
  expect(rows).toEqual([])
})

/** PostgreSQL's invalid_authorization_specification. */
const notStaff = '28000'

test('the database refuses who administers no more, and every role but the office’s', async () => {
  const former = await anAdmin('Former Admin')
  const person = await anInvestor()
  const mail = await aMail('recovery', person)
  await change(`update auth."user" set role = 'investor' where id = $1`, [former.userId])
  const formerly = as(former, (actor) => showMailLink(actor, mail))
  await expect(formerly).rejects.toMatchObject({ code: notStaff })
  const asOthers = guestCommand((guest) => showMailLink(guest as never, mail))
  await expect(asOthers).rejects.toThrow('permission denied')
})

test('AUTH-330 an invitation link is made without a mail server, ends earlier ones and the waiting mail, and is audited', async () => {
  const person = await anInvestor('Sagal Nur', 'pending')
  const mail = await aMail('invitation', person, 'attempts = 0')
  const [first, second] = [
    await as(admin, (actor) => showInvitationLink(actor, person.userId)),
    await as(admin, (actor) => showInvitationLink(actor, person.userId)),
  ]
  if ('refused' in first || 'refused' in second) throw new Error('refused')
  const stateOf = async (link: string) =>
    (await guestCommand((guest) => findInvitation(guest, tokenIn(link)))).state
  expect([await stateOf(first.link), await stateOf(second.link)]).toEqual(['ended', 'open'])
  const { rows: mails } = await change('select state from app.outbox where id = $1', [mail])
  expect(mails).toEqual([{ state: 'withdrawn' }])
  const { rows: acts } = await change(
    `select actor_id, after from app.audit_log where act = 'hand-out-link' and subject_id = $1`,
    [person.userId],
  )
  expect(acts).toEqual(Array(2).fill({ actor_id: admin.userId, after: { purpose: 'invitation' } }))
})

test('AUTH-330 no invitation link is made for administrators, accounts in use, unknown accounts, or with a mail server', async () => {
  const make = (userId: string) => as(admin, (actor) => showInvitationLink(actor, userId))
  expect(await make((await anAdmin('Other Admin')).userId)).toEqual({ refused: 'administrator' })
  expect(await make((await anInvestor()).userId)).toEqual({ refused: 'not-pending' })
  expect(await make(randomUUID())).toEqual({ refused: 'unknown' })
  const person = await anInvestor('Sagal Nur', 'pending')
  const before = config.smtpUrl
  Object.assign(config, { smtpUrl: 'smtp://127.0.0.1:1' })
  const refused = await make(person.userId)
  Object.assign(config, { smtpUrl: before })
  expect(refused).toEqual({ refused: 'mail-works' })
})
