import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin, as } from '../../../tests/people.ts'
import { officeAttention } from './attention.server.ts'
import { listInquiries } from './inquiries.server.ts'
import { listOutbox } from './outbox-list.server.ts'

const admin = await anAdmin()

const inquiry = (status: string, at: string, spam = false) =>
  change(
    `insert into app.inquiry (source, name, email, message, status, received_at, suspected_spam, suspicion)
     values ('contact', 'Hibo Said', 'hibo@example.com', 'Is a unit left?', $1, $2, $3, $4)`,
    [status, at, spam, spam ? 'too-fast' : null],
  )

test('ADM-024 new inquiries that are no suspected spam and mails that did not arrive wait for an admin', async () => {
  expect(await as(admin, officeAttention)).toMatchObject({
    inquiries: { count: 0, newest: null },
    undelivered: 0,
  })
  await inquiry('new', '2026-11-18T08:00:00Z')
  await inquiry('new', '2026-11-19T08:00:00Z')
  await inquiry('new', '2026-11-20T08:00:00Z', true)
  await inquiry('closed', '2026-11-21T08:00:00Z')
  for (const state of ['failed', 'sent', 'queued'])
    await change(
      `insert into app.outbox (template, user_id, state, attempts) values ('notification', $1, $2, 1)`,
      [admin.userId, state],
    )
  expect(await as(admin, officeAttention)).toMatchObject({
    inquiries: { count: 2, newest: new Date('2026-11-19T08:00:00Z') },
    undelivered: 1,
  })
  const ofNew = { q: '', status: 'new', oldestFirst: false, page: 1 } as const
  expect((await as(admin, (actor) => listInquiries(actor, ofNew))).total).toBe(2)
  const ofFailed = { q: '', state: 'failed', template: null, page: 1 } as const
  expect((await as(admin, (actor) => listOutbox(actor, ofFailed))).total).toBe(1)
})
