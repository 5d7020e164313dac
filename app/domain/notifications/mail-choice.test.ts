import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import {
  anAdmin,
  anInvestment,
  anInvestor,
  aProject,
  as,
  asPerson,
  day,
  type Person,
} from '../../../tests/people.ts'
import { workerCommand } from '../../platform/session/unattended.server.ts'
import { usd } from '../../values/money.ts'
import { reportProgress } from '../projects/report-progress.server.ts'
import { audienceReach } from './audience.server.ts'
import { findMailPreferences, setMailPreferences } from './mail-preferences.server.ts'
import { composeNotification } from './notification-mail.server.tsx'
import { sendNotification } from './send-notification.server.ts'

const admin = await anAdmin()

async function aHolder(projectId: string): Promise<Person> {
  const person = await anInvestor()
  const investmentId = await anInvestment(person.investorId, projectId, usd('1,000'))
  await change("update app.investment set status = 'active' where id = $1", [investmentId])
  return person
}

async function tell(projectId: string, title: string) {
  const form = {
    key: randomUUID(),
    title,
    message: 'Words',
    recipients: projectId,
    investorId: null,
    byEmail: true,
  }
  const sent = await as(admin, (actor) =>
    sendNotification(actor, form as Parameters<typeof sendNotification>[1]),
  )
  if ('refused' in sent) throw new Error(sent.refused)
}

async function mailsTo({ userId }: Person) {
  const { rows } = await asSuperuser((client) =>
    client.query<{ id: string; subject_id: string; title: string }>(
      `select o.id, o.subject_id, n.title from app.outbox o join app.notification n on n.id = o.subject_id
       where o.template = 'notification' and o.user_id = $1 order by n.sent_at`,
      [userId],
    ),
  )
  return rows
}

const choose = (person: Person, messages: boolean, news: boolean) =>
  asPerson(person, (investor) => setMailPreferences(investor, { messages, news, reminders: true }))

test('OWN-010 MAIL-007 (W-39) messages come by mail to who did not switch them off, and the office is told how many', async () => {
  const projectId = await aProject('Corner Plaza')
  const [usual, quiet] = [await aHolder(projectId), await aHolder(projectId)]
  expect(await asPerson(usual, findMailPreferences)).toEqual({
    messages: true,
    news: false,
    reminders: true,
  })
  await choose(quiet, false, false)
  expect(await asPerson(quiet, findMailPreferences)).toEqual({
    messages: false,
    news: false,
    reminders: true,
  })
  const reach = await as(admin, (actor) =>
    audienceReach(actor, { recipients: projectId, investorId: null }),
  )
  expect(reach).toEqual({ people: 2, mails: 1 })
  await tell(projectId, 'The roof is on')
  expect(await mailsTo(usual)).toMatchObject([{ title: 'The roof is on' }])
  expect(await mailsTo(quiet)).toEqual([])
  const { rows } = await asSuperuser((client) =>
    client.query(
      'select investor_id from app.notification_recipient where investor_id in ($1, $2)',
      [usual.investorId, quiet.investorId],
    ),
  )
  expect(rows).toHaveLength(2)
})

test('OWN-010 news of progress comes by mail to who wants it, and to no one else', async () => {
  const projectId = await aProject('Corner Plaza')
  const [usual, keen] = [await aHolder(projectId), await aHolder(projectId)]
  await choose(keen, false, true)
  const facts = {
    key: randomUUID(),
    datedOn: day('2026-03-01'),
    percent: 40,
    body: 'The roof is on.',
    told: true,
  }
  const reported = await as(admin, (actor) =>
    reportProgress(actor, projectId, facts as unknown as Parameters<typeof reportProgress>[2]),
  )
  expect(reported).not.toHaveProperty('refused')
  expect(await mailsTo(usual)).toEqual([])
  expect(await mailsTo(keen)).toMatchObject([{ title: 'News about Corner Plaza' }])
})

test('OWN-010 a mail that is queued already does not go once it is switched off; each says where that is done', async () => {
  const projectId = await aProject('Corner Plaza')
  const person = await aHolder(projectId)
  await tell(projectId, 'The roof is on')
  const [mail] = await mailsTo(person)
  const compose = () =>
    workerCommand((worker) =>
      composeNotification(worker, {
        id: mail?.id ?? '',
        template: 'notification',
        userId: person.userId,
        subjectId: mail?.subject_id ?? '',
      } as Parameters<typeof composeNotification>[1]),
    )
  expect(JSON.stringify((await compose())?.body)).toContain('/investment-dashboard/settings#mails')
  await choose(person, false, false)
  expect(await compose()).toBeNull()
})
