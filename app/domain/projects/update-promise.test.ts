import { afterEach, expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import {
  anAdmin,
  anInvestment,
  anInvestor,
  aProject,
  as,
  asPerson,
  day,
} from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { setClock } from '../../platform/clock.server.ts'
import { usd } from '../../values/money.ts'
import {
  findUpdatePromise,
  nearUpdates,
  promiseUpdates,
  updatePromisesOf,
} from './update-promise.server.ts'
import { isUpdateNear, promiseWords, updatePromise } from './update-promise.ts'

const admin = await anAdmin()
afterEach(() => setClock())

const facts = { every: 'month', status: 'ongoing', lastOn: null, publishedOn: null } as const
const dueAfter = (every: 'week' | 'month' | 'quarter', lastOn: string) =>
  updatePromise({ ...facts, every, lastOn: day(lastOn) }, day('2026-01-01'))?.dueOn

test('MILE-010 (issue 31) the next update is due a week, a month or a quarter after the last, and in a short month on its last day', () => {
  expect(dueAfter('week', '2026-02-26')).toBe('2026-03-05')
  expect(dueAfter('month', '2026-01-31')).toBe('2026-02-28')
  expect(dueAfter('quarter', '2025-11-30')).toBe('2026-02-28')
})

test('MILE-010 without an update the publication counts; before it nothing is due, nor for a completed project', () => {
  const today = day('2026-03-01')
  const published = updatePromise({ ...facts, publishedOn: day('2026-02-10') }, today)
  expect(published).toEqual({ every: 'month', lastOn: null, dueOn: '2026-03-10', isOverdue: false })
  expect(updatePromise(facts, today)).toMatchObject({ dueOn: null, isOverdue: false })
  expect(updatePromise({ ...facts, status: 'completed' }, today)).toBeNull()
  expect(updatePromise({ ...facts, every: null }, today)).toBeNull()
})

test('MILE-011 (issue 31) it is overdue from the day after, and the office sees it from three days before', () => {
  const on = (today: string) => {
    const promise = updatePromise({ ...facts, lastOn: day('2026-02-10') }, day(today))
    if (!promise) throw new Error('no promise')
    return [promise.isOverdue, isUpdateNear(promise, day(today)), promiseWords(promise).next]
  }
  expect(on('2026-03-06')).toEqual([false, false, 'Next due 10 Mar 2026'])
  expect(on('2026-03-07')).toEqual([false, true, 'Next due 10 Mar 2026'])
  expect(on('2026-03-10')).toEqual([false, true, 'Next due 10 Mar 2026'])
  expect(on('2026-03-11')).toEqual([true, true, 'Overdue since 10 Mar 2026'])
})

const report = (projectId: string, on: string) =>
  change(
    `insert into app.project_update (project_id, dated_on, progress_percent, body) values ($1, $2, 10, 'Walls')`,
    [projectId, on],
  )

test('MILE-011 the dashboard lists the longest due first, without archived projects and those that reported', async () => {
  const [first, second, fresh, archived] = (await Promise.all(
    ['Alpha', 'Beta', 'Gamma', 'Delta'].map((name) => aProject(name)),
  )) as [string, string, string, string]
  for (const id of [first, second, fresh, archived])
    await as(admin, (actor) => promiseUpdates(actor, id, 'week'))
  for (const id of [first, fresh, archived]) await report(id, '2026-03-01')
  await report(second, '2026-02-27')
  await report(fresh, '2026-03-05')
  await change('update app.project set archived_at = now() where id = $1', [archived])
  setClock(() => new Date('2026-03-07T09:00:00Z'))
  const near = await as(admin, nearUpdates)
  expect(near.map(({ name, promise }) => [name, promise.isOverdue])).toEqual([
    ['Beta', true],
    ['Alpha', false],
  ])
})

test('MILE-012 (issue 31) without an update the day of the latest publication counts, by the day in Nairobi', async () => {
  const projectId = await aProject('Quay', { published: false })
  await as(admin, (actor) => promiseUpdates(actor, projectId, 'month'))
  expect(await as(admin, (actor) => findUpdatePromise(actor, projectId))).toMatchObject({
    dueOn: null,
  })
  await change('update app.project set published = true where id = $1', [projectId])
  await change('alter table app.audit_log disable trigger user')
  await change(
    `update app.audit_log set at = '2026-02-09T21:30:00Z' where subject_id = $1::text and after ->> 'published' = 'true'`,
    [projectId],
  )
  await change('alter table app.audit_log enable trigger user')
  expect(await as(admin, (actor) => findUpdatePromise(actor, projectId))).toMatchObject({
    lastOn: null,
    dueOn: '2026-03-10',
  })
})

test('MILE-013 (issue 31) the public page says when the last update was and when the next is due, and overdue by the calendar alone', async () => {
  const projectId = await aProject('Quay')
  await change("update app.project set slug = 'quay' where id = $1", [projectId])
  const words = async () => wordsOf((await ask('/investment/quay')).html)
  expect(await words()).not.toContain('receive an update')
  await as(admin, (actor) => promiseUpdates(actor, projectId, 'month'))
  await report(projectId, '2026-02-10')
  setClock(() => new Date('2026-03-10T20:59:59Z'))
  expect(await words()).toContain(
    'Investors receive an update every month. Last update 10 Feb 2026. Next due 10 Mar 2026.',
  )
  setClock(() => new Date('2026-03-10T21:00:00Z'))
  expect(await words()).toContain('Last update 10 Feb 2026. Overdue since 10 Mar 2026')
})

test('MILE-014 (issue 31) investors see the promise of projects that they hold, also unpublished ones, and of no others', async () => {
  const [held, strange] = [
    await aProject('Held', { published: false }),
    await aProject('Strange', { published: false }),
  ]
  for (const id of [held, strange]) {
    await as(admin, (actor) => promiseUpdates(actor, id, 'week'))
    await report(id, '2026-02-10')
  }
  const person = await anInvestor()
  const investmentId = await anInvestment(person.investorId, held, usd('100'))
  const seen = await asPerson(person, (reader) => updatePromisesOf(reader, [held, strange]))
  expect([...seen]).toEqual([
    [held, { every: 'week', lastOn: '2026-02-10', dueOn: '2026-02-17', isOverdue: true }],
  ])
  const cookie = await cookiesOf(person)
  for (const path of ['projects', `investments/${investmentId}`]) {
    const { html } = await ask(`/investment-dashboard/${path}`, { cookie })
    expect(wordsOf(html)).toContain(
      'Updates every week. Last update 10 Feb 2026. Overdue since 17 Feb 2026',
    )
  }
})
