import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { sendPayment } from '../../../tests/ledger.ts'
import { aMilestone, certified, reached } from '../../../tests/milestones.ts'
import {
  aDocument,
  anAdmin,
  anInvestment,
  anInvestor,
  aProject,
  as,
  asPerson,
  day,
} from '../../../tests/people.ts'
import { setClock } from '../../platform/clock.server.ts'
import { transact } from '../../platform/database/database.server.ts'
import { usd } from '../../values/money.ts'
import { editMilestone, moveMilestone, removeMilestone } from './change-milestones.server.ts'
import { plannedWords } from './milestone.ts'
import { listMilestones, listOfficeMilestones } from './milestones.server.ts'
import { reachMilestone, voidMilestone } from './reach-milestone.server.ts'

const admin = await anAdmin()
afterEach(() => setClock())

const names = async (projectId: string) =>
  (await as(admin, (actor) => listMilestones(actor, projectId))).map(({ name }) => name)

async function aProjectOf(...milestones: string[]) {
  const projectId = await aProject()
  const ids = []
  for (const name of milestones) ids.push(await aMilestone(admin, projectId, name))
  return { projectId, ids, first: ids[0] ?? '' }
}

test('MILE-001 (issue 31) milestones are added as the last, moved, renamed with their planned day, and removed', async () => {
  const { projectId, ids } = await aProjectOf('Foundation', 'Walls', 'Roof')
  const [foundation = '', walls = '', roof = ''] = ids
  expect(await names(projectId)).toEqual(['Foundation', 'Walls', 'Roof'])
  await as(admin, (actor) => moveMilestone(actor, projectId, { milestoneId: roof, place: 1 }))
  expect(await names(projectId)).toEqual(['Roof', 'Foundation', 'Walls'])
  await as(admin, (actor) => moveMilestone(actor, projectId, { milestoneId: roof, place: 900 }))
  expect(await names(projectId)).toEqual(['Foundation', 'Walls', 'Roof'])
  const edit = { version: 1, name: 'Outer walls', plannedOn: day('2026-06-30') }
  const whose = { projectId, milestoneId: walls }
  const { version } = (await as(admin, (actor) => listOfficeMilestones(actor, projectId)))[1] ?? {}
  await as(admin, (actor) => editMilestone(actor, whose, { ...edit, version: version ?? 0 }))
  expect(await names(projectId)).toEqual(['Foundation', 'Outer walls', 'Roof'])
  expect(await as(admin, (actor) => editMilestone(actor, whose, edit))).toMatchObject({
    refused: 'version-conflict',
    now: { name: 'Outer walls', plannedOn: '2026-06-30' },
  })
  const listed = await as(admin, (actor) => listOfficeMilestones(actor, projectId))
  await as(admin, (actor) =>
    removeMilestone(actor, { projectId, milestoneId: foundation }, listed[0]?.version ?? 0),
  )
  expect(await names(projectId)).toEqual(['Outer walls', 'Roof'])
  await aMilestone(admin, projectId, 'Handover')
  expect(await names(projectId)).toEqual(['Outer walls', 'Roof', 'Handover'])
})

test('MILE-001 concurrent moves and additions leave one order', async () => {
  const { projectId, ids } = await aProjectOf('A', 'B', 'C', 'D')
  await Promise.all([
    ...ids.map((milestoneId, index) =>
      as(admin, (actor) =>
        moveMilestone(actor, projectId, { milestoneId, place: ids.length - index }),
      ),
    ),
    aMilestone(admin, projectId, 'E'),
  ])
  const { rows } = await change<{ position: number }>(
    'select position from app.milestone where project_id = $1 order by position',
    [projectId],
  )
  expect(new Set(rows.map(({ position }) => position)).size).toBe(5)
  expect((await names(projectId)).toSorted()).toEqual(['A', 'B', 'C', 'D', 'E'])
})

test('MILE-002 (issue 31) a milestone is reached once with proof and its certifier, and a repetition reaches nothing twice', async () => {
  const { projectId, first: milestoneId } = await aProjectOf('Roof')
  const whose = { projectId, milestoneId }
  const key = randomUUID()
  const facts = { ...certified, key, documentId: null }
  const attempt = (more: object) =>
    as(admin, (actor) => reachMilestone(actor, whose, { ...facts, key: randomUUID(), ...more }, []))
  expect(await attempt({})).toEqual({ refused: 'without-proof' })
  const elsewhere = await aDocument({ title: 'Other', projectId: await aProject() })
  const { investorId } = await anInvestor()
  const personal = await aDocument({ title: 'Personal', projectId, investorId })
  for (const documentId of [elsewhere, personal, randomUUID()])
    expect(await attempt({ documentId })).toEqual({ refused: 'unknown-document' })
  setClock(() => new Date('2026-03-09T21:00:00Z'))
  const documentId = await aDocument({ title: 'Certificate', projectId })
  expect(await attempt({ documentId, reachedOn: day('2026-03-11') })).toEqual({
    refused: 'in-the-future',
    today: '2026-03-10',
  })
  const send = () =>
    as(admin, (actor) => reachMilestone(actor, whose, { ...facts, documentId }, []))
  const [once, again] = await Promise.all([send(), send()])
  expect(once).toEqual(again)
  expect(once).toHaveProperty('reachedId')
  expect(await attempt({ documentId })).toEqual({ refused: 'already-reached' })
  expect((await as(admin, (actor) => listOfficeMilestones(actor, projectId)))[0]).toMatchObject({
    reached: { on: '2026-03-01', certifier: { name: 'Njeri Kamau', licence: 'A-1234' } },
    document: { title: 'Certificate' },
  })
})

test('MILE-003 (issue 31) what was reached is voided with a reason that the office keeps, and can be reached again', async () => {
  const { projectId, first: milestoneId } = await aProjectOf('Roof')
  const whose = { projectId, milestoneId }
  await reached(admin, projectId, milestoneId)
  const reachedIdNow = async () =>
    (await as(admin, (actor) => listMilestones(actor, projectId)))[0]?.reached?.id ?? ''
  const reachedId = await reachedIdNow()
  const send = (reason = 'The slab cracked') =>
    as(admin, (actor) => voidMilestone(actor, whose, { key: randomUUID(), reachedId, reason }))
  expect(await send()).toEqual({ reachedId })
  expect(await send()).toEqual({ refused: 'already-voided' })
  expect(await as(admin, (actor) => listOfficeMilestones(actor, projectId))).toMatchObject([
    { reached: null, voided: [{ on: '2026-03-01', reason: 'The slab cracked' }] },
  ])
  await reached(admin, projectId, milestoneId)
  expect(await reachedIdNow()).not.toBe(reachedId)
  expect(await send()).toEqual({ refused: 'already-voided' })
})

test('MILE-004 (issue 31) a milestone that was reached, or that a plan or template waits for, is not removed', async () => {
  const { projectId, ids } = await aProjectOf('Reached', 'Awaited', 'Free')
  const [first = '', awaited = '', free = ''] = ids
  await reached(admin, projectId, first)
  await change(
    `with made as (insert into app.plan_template (project_id, name) values ($1, 'Usual') returning id)
     insert into app.plan_template_line (template_id, position, percent_bp, due_kind, milestone_id, days)
       select id, 1, 10000, 'milestone', $2, 14 from made returning template_id as id`,
    [projectId, awaited],
  )
  const remove = (milestoneId: string, version = 1) =>
    as(admin, (actor) => removeMilestone(actor, { projectId, milestoneId }, version))
  expect(await remove(first, 2)).toEqual({ refused: 'was-reached' })
  expect(await remove(awaited)).toEqual({ refused: 'plans-wait', plans: 0, templates: 1 })
  expect(await remove(free, 9)).toEqual({ refused: 'version-conflict' })
  expect(await remove(randomUUID())).toEqual({ refused: 'not-found' })
  expect(await remove(free)).toEqual({ milestoneId: free })
})

test('MILE-005 (issue 31) guests see the milestones of published projects, investors also those of projects they hold, and no one of them what was voided', async () => {
  const { projectId, ids } = await aProjectOf('Foundation', 'Roof')
  const [foundation = '', roof = ''] = ids
  for (const id of ids) await reached(admin, projectId, id)
  const [, second] = await as(admin, (actor) => listMilestones(actor, projectId))
  await as(admin, (actor) =>
    voidMilestone(
      actor,
      { projectId, milestoneId: roof },
      { key: randomUUID(), reachedId: second?.reached?.id ?? '', reason: 'Cracked' },
    ),
  )
  const seen = [
    { id: foundation, reached: { certifier: { name: 'Njeri Kamau' } } },
    { id: roof, reached: null },
  ]
  const [holder, stranger] = [await anInvestor(), await anInvestor()]
  await anInvestment(holder.investorId, projectId, usd('100'))
  const byGuest = () => transact({ role: 'guest' }, (guest) => listMilestones(guest, projectId))
  expect(await byGuest()).toMatchObject(seen)
  await change('update app.project set published = false where id = $1', [projectId])
  expect(await byGuest()).toEqual([])
  expect(await asPerson(holder, (reader) => listMilestones(reader, projectId))).toMatchObject(seen)
  expect(await asPerson(stranger, (reader) => listMilestones(reader, projectId))).toEqual([])
})

test('MILE-006 (issue 31) investors of the project are notified when a milestone is reached, and no one else', async () => {
  const { projectId, first: milestoneId } = await aProjectOf('Roof')
  const [holder, other] = [await anInvestor(), await anInvestor()]
  const held = await anInvestment(holder.investorId, projectId, usd('100'))
  await sendPayment(admin, held, { amount: usd('10'), receivedOn: day('2026-02-02') })
  await anInvestment(other.investorId, await aProject(), usd('100'))
  await reached(admin, projectId, milestoneId)
  const { rows } = await change<{ title: string; message: string; investor_id: string }>(
    `select n.title, n.message, r.investor_id from app.notification n
       join app.notification_recipient r on r.notification_id = n.id
     where n.title like '%Roof reached'`,
  )
  expect(rows).toEqual([
    {
      title: 'Twin Towers Muthaiga: Roof reached',
      message:
        'Reached on 1 Mar 2026. Certified by Njeri Kamau, Structural engineer, licence number A-1234.',
      investor_id: holder.investorId,
    },
  ])
  const [roof] = await as(admin, (actor) => listMilestones(actor, projectId))
  const voided = { key: randomUUID(), reachedId: roof?.reached?.id ?? '', reason: 'Cracked' }
  await as(admin, (actor) => voidMilestone(actor, { projectId, milestoneId }, voided))
  const { rows: corrections } = await change<{ message: string; investor_id: string }>(
    `select n.message, r.investor_id from app.notification n
       join app.notification_recipient r on r.notification_id = n.id
     where n.title = 'Twin Towers Muthaiga: Roof has not been reached yet'`,
  )
  expect(corrections).toEqual([
    { investor_id: holder.investorId, message: expect.not.stringContaining('Cracked') },
  ])
})

test('MILE-005 a planned day that has passed is no promise', () => {
  const today = day('2026-03-01')
  expect(plannedWords(day('2026-03-01'), today)).toBe('Planned for 1 Mar 2026')
  expect(plannedWords(day('2026-02-28'), today)).toBe(
    'Planned for 28 Feb 2026; new date to be announced',
  )
  expect(plannedWords(null, today)).toBe('Date to be announced')
})
