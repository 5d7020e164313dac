import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../../tests/database.ts'
import { aLink, expired } from '../../../../tests/links.ts'
import { anAdmin, anInvestor, as, type Person } from '../../../../tests/people.ts'
import { transact } from '../../../platform/database/database.server.ts'
import { workerCommand } from '../../../platform/session/unattended.server.ts'
import { publishAccountChange } from '../account-changed.server.ts'
import { changeEmail } from '../administration/change-email.server.ts'
import { answerMailRequest, requestLink } from '../recovery/mail-requests.server.ts'
import { isNoLongerNeeded, resendMail, resendUndelivered } from '../recovery/resend-mail.server.ts'
import { invitationsOf } from './invitation-state.server.ts'
import { resendInvitation, withdrawInvitation } from './resend-invitation.server.ts'

const admin = await anAdmin()
const somebody = () => anInvestor('Halima Abdi', 'pending')
const invite = ({ userId }: Person, key: string = randomUUID()) =>
  as(admin, (actor) => resendInvitation(actor, { key, userId }))
const withdraw = ({ userId }: Person) => as(admin, (actor) => withdrawInvitation(actor, userId))
const stateOf = async ({ userId }: Person) =>
  (await as(admin, (actor) => invitationsOf(actor, [userId]))).get(userId)?.state

async function mailsOf({ userId }: Person) {
  const { rows } = await change<{ template: string; state: string }>(
    'select template, state from app.outbox where user_id = $1 order by created_at, id',
    [userId],
  )
  return rows.map(({ template, state }) => `${template} ${state}`)
}

async function aMail({ userId }: Person, made: string, template = 'invitation') {
  const { rows } = await change(
    'insert into app.outbox (template, user_id) values ($2, $1) returning id',
    [userId, template],
  )
  await change(`update app.outbox set ${made} where id = $1`, [rows[0]?.id])
  return rows[0]?.id ?? ''
}

test('inviting again queues one mail, which takes the place of one that waits, and sending the form twice does it once', async () => {
  const person = await somebody()
  expect(await invite(person)).toEqual({ invited: true })
  const key = randomUUID()
  expect(await Promise.all([invite(person, key), invite(person, key)])).toEqual([
    { invited: true },
    { invited: true },
  ])
  expect(await mailsOf(person)).toEqual(['invitation withdrawn', 'invitation queued'])
})

test('only a pending account is invited, or has an invitation to withdraw', async () => {
  const active = await anInvestor()
  expect(await invite(active)).toEqual({ refused: 'not-pending' })
  expect(await withdraw(active)).toEqual({ refused: 'not-pending' })
  expect(await invite({ ...active, userId: randomUUID() })).toEqual({ refused: 'unknown' })
  expect(await mailsOf(active)).toEqual([])
})

test('withdrawing ends the open link and the mail that waits, and is audited', async () => {
  const person = await somebody()
  await aLink(person, 'invitation')
  await invite(person)
  expect(await withdraw(person)).toEqual({ withdrawn: true })
  expect(await mailsOf(person)).toEqual(['invitation withdrawn'])
  const { rows } = await change(
    `select ended_at is not null as ended, (select actor_id from app.audit_log
      where act = 'withdraw-invitation' and subject_id = l.user_id::text) as by from auth.link l where user_id = $1`,
    [person.userId],
  )
  expect(rows).toEqual([{ ended: true, by: admin.userId }])
  expect(await stateOf(person)).toBe('withdrawn')
})

test('a person whose invitation was withdrawn is sent no recovery link until they are invited again', async () => {
  const person = await somebody()
  const recoveryMails = async () => {
    await transact({ role: 'guest' }, (guest) => requestLink(guest, person.email, 'recovery'))
    const { rows } = await asSuperuser((client) =>
      client.query<{ id: string }>('select id from auth.mail_request'),
    )
    for (const { id } of rows) await workerCommand((worker) => answerMailRequest(worker, id))
    return (await mailsOf(person)).filter((mail) => mail.startsWith('recovery')).length
  }
  expect(await recoveryMails()).toBe(1)
  await aLink(person, 'recovery')
  await aLink(person, 'invitation')
  await withdraw(person)
  expect(await recoveryMails()).toBe(1)
  const { rows } = await change('select from auth.link where user_id = $1 and ended_at is null', [
    person.userId,
  ])
  expect(rows).toEqual([])
  await invite(person)
  expect(await recoveryMails()).toBe(2)
})

test('the state of an invitation is that of its newest mail, and then of its link', async () => {
  const person = await somebody()
  expect(await stateOf(person)).toBe('none')
  const mail = await aMail(person, 'attempts = 0')
  // No mail server is set up here; a demo, which prints its emails, needs none.
  expect(await stateOf(person)).toBe('held')
  await change('update app.installation set demo = true')
  expect(await stateOf(person)).toBe('sending')
  await change('update app.outbox set attempts = 1 where id = $1', [mail])
  expect(await stateOf(person)).toBe('sending')
  await change("update app.outbox set attempts = 2, last_error = '450' where id = $1", [mail])
  await aLink(person, 'invitation')
  expect(await stateOf(person)).toBe('trying')
  await change("update app.outbox set state = 'failed' where id = $1", [mail])
  expect(await stateOf(person)).toBe('undelivered')
  await change("update app.outbox set state = 'sent', sent_at = now() where id = $1", [mail])
  expect(await stateOf(person)).toBe('sent')
  await change(`update auth.link set ${expired} where user_id = $1`, [person.userId])
  expect(await stateOf(person)).toBe('expired')
  await change('update app.installation set demo = false')
})

test('an invitation whose address was changed was not withdrawn: no one is invited at the new one until it is sent', async () => {
  const person = await somebody()
  for (const made of ["state = 'sent', sent_at = now()", "state = 'failed', last_error = '550'"]) {
    const mail = await aMail(person, made)
    await change('update app.outbox set sent_to = $2 where id = $1', [mail, person.email])
    await aLink(person, 'invitation')
    expect(await stateOf(person)).toBe(made.includes('sent_at') ? 'sent' : 'undelivered')
    const email = `new.${person.email}`
    const key = randomUUID()
    const moved = await as(admin, (actor) =>
      changeEmail(actor, { key, userId: person.userId, email }),
    )
    expect(moved).toEqual({ former: person.email, email })
    expect(await stateOf(person)).toBe('moved')
    person.email = email
  }
  await change('update app.installation set demo = true')
  await invite(person)
  expect(await stateOf(person)).toBe('sending')
  await change('update app.installation set demo = false')
})

test('a changed role is told to who has a password, and who has none is invited to what they may do now', async () => {
  const [active, pending] = [await anInvestor(), await somebody()]
  await change('update auth.account set password = null where "userId" = $1', [pending.userId])
  for (const { userId } of [active, pending])
    await as(admin, (actor) => publishAccountChange(actor, 'role-changed', userId))
  expect(await mailsOf(active)).toEqual(['role-changed queued'])
  expect(await mailsOf(pending)).toEqual(['invitation queued'])
})

const resend = (mailId: string) => as(admin, (actor) => resendMail(actor, mailId))
const jobsOf = async (mailId: string) =>
  (await change(`select from pgboss.job where data ->> 'outboxId' = $1`, [mailId])).rowCount

test('a mail that failed, was withdrawn or waits for its next time is sent again, once for two clicks', async () => {
  const person = await anInvestor()
  for (const made of [
    "state = 'failed'",
    "state = 'withdrawn'",
    "attempts = 2, last_error = '450'",
  ]) {
    const mail = await aMail(person, made, 'recovery')
    const answers = await Promise.all([resend(mail), resend(mail)])
    expect(answers).toEqual(expect.arrayContaining([{ resent: true }, { refused: 'under-way' }]))
    expect(await jobsOf(mail)).toBe(1)
  }
})

test('what was sent, is being tried, waits for its first try or is not there is not sent again', async () => {
  const person = await anInvestor()
  for (const made of ["state = 'sent'", 'attempts = 1', 'attempts = 0']) {
    expect(await resend(await aMail(person, made, 'recovery'))).toEqual({ refused: 'under-way' })
  }
  expect(await resend(randomUUID())).toEqual({ refused: 'unknown' })
})

test('a mail that has become pointless is not sent again', async () => {
  const inactive = await anInvestor('Omar Nur', 'inactive')
  expect(await resend(await aMail(inactive, "state = 'failed'", 'recovery'))).toEqual({
    refused: 'pointless',
  })
  expect(await resend(await aMail(await anInvestor(), "state = 'failed'"))).toEqual({
    refused: 'pointless',
  })
  expect(isNoLongerNeeded('password-set', { status: 'inactive', email_verified: true })).toBe(false)
})

test('all that were not delivered are sent again immediately, without those that have become pointless', async () => {
  await change("update app.outbox set state = 'sent' where state = 'failed'")
  const mails = [
    await aMail(await anInvestor(), "state = 'failed'", 'recovery'),
    await aMail(await somebody(), "state = 'failed'"),
  ]
  await aMail(await anInvestor(), "state = 'failed'")
  expect(await as(admin, resendUndelivered)).toBe(2)
  for (const mail of mails) expect(await jobsOf(mail)).toBe(1)
})
