import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
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
import { clock } from '../../platform/clock.server.ts'
import { usd } from '../../values/money.ts'
import { findProject } from './find-project.server.ts'
import { findUpdate, listUpdates } from './progress-updates.server.ts'
import { removeProject } from './remove-project.server.ts'
import { editUpdate, removeUpdate, reportProgress } from './report-progress.server.ts'
import type { ReportProgressInput } from './update-schema.ts'

const admin = await anAdmin()

const report = (projectId: string, more: Partial<ReportProgressInput> = {}) =>
  as(admin, (actor) =>
    reportProgress(actor, projectId, {
      key: randomUUID(),
      datedOn: day('2026-03-01'),
      percent: 40,
      body: 'The roof is on.',
      isPublic: false,
      told: false,
      ...more,
    }),
  )
const progressOf = async (projectId: string) =>
  (await as(admin, (actor) => findProject(actor, projectId)))?.progress
const bodiesOf = async (projectId: string) =>
  (await as(admin, (actor) => listUpdates(actor, projectId, 1))).updates.map(({ body }) => body)

async function reported(projectId: string, more: Partial<ReportProgressInput> = {}) {
  const answer = await report(projectId, more)
  if ('refused' in answer) throw new Error(answer.refused)
  return answer.updateId
}

async function holder(projectId: string, status: string) {
  const person = await anInvestor()
  const id = await anInvestment(person.investorId, projectId, usd('1,000'))
  const cancelledOn = status === 'cancelled' ? '2026-03-01' : null
  await change('update app.investment set status = $2, cancelled_on = $3 where id = $1', [
    id,
    status,
    cancelledOn,
  ])
  return person
}

const newsOf = async ({ investorId }: Person) =>
  (
    await change<{ title: string; message: string }>(
      `select n.title, n.message from app.notification_recipient r join app.notification n on n.id = r.notification_id
       where r.investor_id = $1 and r.read_at is null`,
      [investorId],
    )
  ).rows

describe('reporting progress', () => {
  test('DATA-009 lists the newest day first, and the project’s progress follows the newest', async () => {
    const projectId = await aProject()
    await report(projectId, { datedOn: day('2026-03-01'), percent: 40, body: 'The roof is on.' })
    expect(await progressOf(projectId)).toBe(40)
    await report(projectId, { datedOn: day('2026-01-01'), percent: 20, body: 'The walls stand.' })
    expect(await progressOf(projectId)).toBe(40)
    await report(projectId, { datedOn: clock.today(), percent: 55, body: 'The windows are in.' })
    expect(await progressOf(projectId)).toBe(55)
    expect(await bodiesOf(projectId)).toEqual([
      'The windows are in.',
      'The roof is on.',
      'The walls stand.',
    ])
  })

  test('is refused for a day still to come and for a project that is not there', async () => {
    const projectId = await aProject()
    expect(await report(projectId, { datedOn: day('2199-01-01') })).toMatchObject({
      refused: 'in-the-future',
    })
    expect(await report(randomUUID())).toEqual({ refused: 'not-found' })
    expect(await bodiesOf(projectId)).toEqual([])
  })

  test('with the same key happens once, also at the same time', async () => {
    const [projectId, key] = [await aProject(), randomUUID()]
    const [first, other] = await Promise.all([
      report(projectId, { key }),
      report(projectId, { key }),
    ])
    expect(first).toEqual(other)
    expect(await bodiesOf(projectId)).toHaveLength(1)
    expect(await report(projectId, { key, percent: 41 })).toEqual({ refused: 'key-reused' })
  })

  test('tells the investors of the project, when asked to, and no one else', async () => {
    const projectId = await aProject('Garden City')
    const [active, cancelled] = [
      await holder(projectId, 'active'),
      await holder(projectId, 'cancelled'),
    ]
    const stranger = await anInvestor()
    await report(projectId, { told: false })
    expect(await newsOf(active)).toEqual([])
    await report(projectId, { told: true, body: 'The roof is on.' })
    expect(await newsOf(active)).toEqual([
      { title: 'News about Garden City', message: '40% built. The roof is on.' },
    ])
    expect(await newsOf(cancelled)).toEqual([])
    expect(await newsOf(stranger)).toEqual([])
  })
})

test('correcting one moves its version; who began with an older one is told', async () => {
  const projectId = await aProject()
  const updateId = await reported(projectId)
  const input = {
    version: 1,
    datedOn: day('2026-03-02'),
    percent: 45,
    body: 'The roof is on, and tight.',
    isPublic: false,
  }
  const edit = (more: object = {}) =>
    as(admin, (actor) => editUpdate(actor, { projectId, updateId }, { ...input, ...more }))
  expect(await edit()).toEqual({ updateId })
  expect(await progressOf(projectId)).toBe(45)
  expect(await edit({ body: 'Mine' })).toMatchObject({
    refused: 'version-conflict',
    now: { body: input.body },
  })
  expect(await edit({ version: 2, datedOn: day('2199-01-01') })).toMatchObject({
    refused: 'in-the-future',
  })
  const other = { projectId: await aProject(), updateId }
  expect(await as(admin, (actor) => editUpdate(actor, other, input))).toEqual({
    refused: 'not-found',
  })
})

test('removing one leaves the progress of the project as it is', async () => {
  const projectId = await aProject()
  const updateId = await reported(projectId)
  const remove = (version = 1) =>
    as(admin, (actor) => removeUpdate(actor, { projectId, updateId, version }))
  expect(await remove(2)).toEqual({ refused: 'version-conflict' })
  expect(await remove()).toEqual({ fileKeys: [] })
  expect(await remove()).toEqual({ refused: 'not-found' })
  expect(await progressOf(projectId)).toBe(40)
  expect(await as(admin, (actor) => findUpdate(actor, projectId, updateId))).toBeNull()
})

test('updates go with a project that is deleted', async () => {
  const projectId = await aProject()
  await report(projectId)
  expect(await as(admin, (actor) => removeProject(actor, projectId, 'delete'))).toMatchObject({
    removed: 'deleted',
  })
})

test('only who holds an active or completed investment may read them', async () => {
  const projectId = await aProject()
  await report(projectId)
  const seen = async (person: Person) =>
    (await asPerson(person, ({ tx }) => tx.selectFrom('project_update').select('id').execute()))
      .length
  expect(await seen(await holder(projectId, 'active'))).toBe(1)
  expect(await seen(await holder(projectId, 'cancelled'))).toBe(0)
  expect(await seen(await holder(projectId, 'pending'))).toBe(0)
  expect(await seen(await anInvestor())).toBe(0)
})
