import { expect, test } from 'vitest'
import { listOutbox } from '../../app/domain/inquiries/outbox-list.server.ts'
import { countInvestors } from '../../app/domain/investors/investors.server.ts'
import { listNotifications } from '../../app/domain/notifications/notifications.server.ts'
import { change } from '../database.ts'
import { anAdmin, anInvestor, as } from '../people.ts'

// More emails and notifications than a list counts: 402 full pages of emails, and 837 full pages of notifications and one of 6.
const admin = await anAdmin('Zeinab Noor')
await change(
  `insert into app.outbox (template, user_id, state, created_at)
   select 'receipt', $1, 'sent', now() - n * interval '1 minute' from generate_series(1, 10050) n returning id`,
  [admin.userId],
)
await change(
  `insert into app.notification (title, message, notification_type, audience, sent_at)
   select 'News ' || n, 'Read on', 'general', 'all', now() - n * interval '1 minute'
   from generate_series(1, 10050) n returning id`,
)

const mails = (page: number, search = {}) =>
  as(admin, (actor) => listOutbox(actor, { q: '', state: null, template: null, page, ...search }))
const notifications = (page: number, q = '') =>
  as(admin, (actor) => listNotifications(actor, { q, type: null, page }))

test('LIM-505 mails are counted up to 10,001 in each state, and a page past that says whether there is a next one', async () => {
  const first = await mails(1)
  expect(first).toMatchObject({ total: 10_001, page: 1, counts: { sent: 10_001, failed: 0 } })
  expect(first.mails).toHaveLength(25)
  expect(await mails(401, { state: 'sent' })).toMatchObject({ total: 10_026, page: 401 })
  const last = await mails(402)
  expect(last).toMatchObject({ total: 10_050, page: 402 })
  expect(last.mails).toHaveLength(25)
})

test('LIM-506 a page past the last is the last, also where the list is counted up to a limit', async () => {
  expect(await mails(403)).toMatchObject({ total: 10_050, page: 402 })
  expect((await mails(999_999)).mails.map(({ id }) => id)).toEqual(
    (await mails(402)).mails.map(({ id }) => id),
  )
  const none = await mails(9, { state: 'failed' })
  expect([none.total, none.page, none.mails]).toEqual([0, 1, []])
})

test.each(['', 'news'])('LIM-505 LIM-506 notifications, searched for "%s"', async (q) => {
  expect(await notifications(1, q)).toMatchObject({ total: 10_001, page: 1 })
  expect(await notifications(834, q)).toMatchObject({ total: 10_009, page: 834 })
  const last = await notifications(838, q)
  expect(last).toMatchObject({ total: 10_050, page: 838 })
  expect(last.notifications.map(({ title }) => title).at(-1)).toBe('News 10050')
  expect(await notifications(5_000, q)).toMatchObject({ total: 10_050, page: 838 })
})

test('a search that finds fewer is counted exactly, and its page past the last is the last', async () => {
  const found = await notifications(9, 'News 1004')
  expect(found).toMatchObject({ total: 11, page: 1 })
  expect(found.notifications).toHaveLength(11)
})

test('LIM-507 investors are counted exactly in each status, with and without an account, archived ones apart', async () => {
  await Promise.all(
    ['active', 'pending', 'inactive', 'inactive'].map((status, n) =>
      anInvestor(`Counted ${n}`, status),
    ),
  )
  await change(
    `insert into app.investor (email, full_name, joined_on, own_status, archived_at)
     select 'own' || n || '@example.com', 'Own ' || n, '2026-01-01', (array['active', 'pending', 'inactive'])[1 + n % 3],
       case when n % 4 = 0 then now() end
     from generate_series(1, 20) n returning id`,
  )
  const { rows } = await change<{ status: string; count: number }>(
    `select case when i.archived_at is not null then 'archived' else coalesce(u.status, i.own_status) end as status,
       count(*)::int as count
     from app.investor i left join auth."user" u on u.id = i.user_id group by 1`,
  )
  expect(await as(admin, countInvestors)).toEqual(
    Object.fromEntries(rows.map(({ status, count }) => [status, count])),
  )
})
