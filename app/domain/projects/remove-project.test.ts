import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { aMilestone } from '../../../tests/payment-plans.ts'
import {
  aDocument,
  anAdmin,
  anInvestment,
  anInvestor,
  aProject,
  as,
  asPerson,
} from '../../../tests/people.ts'
import { usd } from '../../values/money.ts'
import { deletePictures } from './delete-pictures.server.ts'
import { listProjects, suggestProjects } from './projects.server.ts'
import { findPublishedProject } from './published-projects.server.ts'
import { removalOf } from './removal.ts'
import { findRemovable, removeProject, restoreProject } from './remove-project.server.ts'

const admin = await anAdmin()
const remove = (id: string, how: 'archive' | 'delete') =>
  as(admin, (actor) => removeProject(actor, id, how))
const restore = (id: string) => as(admin, (actor) => restoreProject(actor, id))

function change(text: string, values: unknown[] = []) {
  return asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    return (await client.query<Record<string, string>>(text, values)).rows
  })
}

const exists = async (id: string) =>
  (await change('select 1 from app.project where id = $1', [id])).length === 1
const slugOf = async (id: string) =>
  (await change('select slug from app.project where id = $1', [id]))[0]?.slug ?? ''

async function giveInvestment(projectId: string, status = 'pending') {
  const person = await anInvestor()
  const id = await anInvestment(person.investorId, projectId, usd('1,000'))
  const day = status === 'cancelled' ? '2026-03-01' : null
  await change('update app.investment set status = $2, cancelled_on = $3 where id = $1', [
    id,
    status,
    day,
  ])
  return { ...person, id }
}

async function givePicture(projectId: string) {
  const [picture] = await change(
    "insert into app.picture (width, height, placeholder) values (480, 270, 'data:image/webp;base64,AAAA') returning id",
  )
  const key = `${randomUUID().slice(0, 2)}/${randomUUID()}`
  await change("insert into app.picture_file values ($1, 480, 'webp', $2, 100)", [picture?.id, key])
  await change("insert into app.project_picture values ($1, $2, 1, 'Two towers')", [
    projectId,
    picture?.id,
  ])
  return { id: picture?.id ?? '', key }
}

describe('a project without a history', () => {
  test('MPR-020 is deleted with its pictures and its former addresses; their files are named to be removed', async () => {
    const id = await aProject()
    const { key, id: pictureId } = await givePicture(id)
    await change('insert into app.former_slug values ($1, $2)', [`was-${id}`, id])
    expect(await remove(id, 'delete')).toEqual({ removed: 'deleted', fileKeys: [key] })
    expect(await exists(id)).toBe(false)
    expect(await change('select 1 from app.picture where id = $1', [pictureId])).toEqual([])
    expect(await change('select 1 from app.former_slug where project_id = $1', [id])).toEqual([])
  })

  test('is not archived instead of being deleted, and is not deleted twice', async () => {
    const id = await aProject()
    expect(await remove(id, 'archive')).toEqual({ refused: 'has-none-now' })
    await remove(id, 'delete')
    expect(await remove(id, 'delete')).toEqual({ refused: 'not-found' })
  })
})

describe('MPR-020 (W-28) a project with a history', () => {
  test.each([
    ['an investment', (id: string) => giveInvestment(id)],
    ['a cancelled investment', (id: string) => giveInvestment(id, 'cancelled')],
    ['a document', (id: string) => aDocument({ title: 'Plan', projectId: id })],
    [
      'a notification',
      (id: string) =>
        change(
          `insert into app.notification (title, message, notification_type, audience, project_id)
           values ('News', 'Roof is on', 'project', 'project', $1)`,
          [id],
        ),
    ],
  ])('%s makes it one to be archived, and never deleted', async (_, give) => {
    const id = await aProject()
    await give(id)
    const removable = await as(admin, (actor) => findRemovable(actor, id))
    expect(removable && removalOf(removable.history)).toBe('archive')
    expect(await remove(id, 'delete')).toEqual({ refused: 'has-history-now' })
    expect(await exists(id)).toBe(true)
    expect(await remove(id, 'archive')).toEqual({ removed: 'archived', fileKeys: [] })
    expect(await remove(id, 'archive')).toEqual({ refused: 'archived' })
  })

  test('with active investments stays as it is until they are completed or cancelled', async () => {
    const id = await aProject()
    await giveInvestment(id, 'active')
    expect(await remove(id, 'archive')).toEqual({ refused: 'active-investments', count: 1 })
    expect(await as(admin, (actor) => findRemovable(actor, id))).toMatchObject({
      isArchived: false,
    })
  })

  test('archived, it leaves lists, pickers and the public site, and stays in its investor’s history', async () => {
    const name = `Kilimani ${randomUUID()}`
    const id = await aProject(name)
    const person = await giveInvestment(id)
    await remove(id, 'archive')
    const listed = (status: 'archived' | null) =>
      as(admin, async (actor) => (await listProjects(actor, { q: name, status, page: 1 })).total)
    expect(await listed(null)).toBe(0)
    expect(await listed('archived')).toBe(1)
    expect(await as(admin, (actor) => suggestProjects(actor, name))).toEqual([])
    const slug = await slugOf(id)
    expect(await as(admin, (actor) => findPublishedProject(actor, slug))).toBeNull()
    const seen = await asPerson(person, ({ tx }) =>
      tx.selectFrom('project').select('name').execute(),
    )
    expect(seen).toContainEqual({ name })
  })

  test('restored, it is back where it was; what is not archived is not restored', async () => {
    const id = await aProject()
    await giveInvestment(id)
    await remove(id, 'archive')
    expect(await restore(id)).toEqual({ published: true })
    expect(await restore(id)).toEqual({ refused: 'not-archived' })
    expect(await restore(randomUUID())).toEqual({ refused: 'not-found' })
    const slug = await slugOf(id)
    expect(await as(admin, (actor) => findPublishedProject(actor, slug))).toMatchObject({ slug })
  })
})

test('a picture that a project holds is never deleted from under it', async () => {
  const { id } = await givePicture(await aProject())
  await expect(as(admin, (actor) => deletePictures(actor, [id]))).rejects.toThrow(/foreign key/)
})

test('PLAN-017 a project without a history is deleted with its milestones and templates', async () => {
  const id = await aProject('Pier House')
  const milestone = await aMilestone(id)
  await change(
    `with template as (insert into app.plan_template (project_id, name) values ($1, 'Standard') returning id)
     insert into app.plan_template_line (template_id, position, percent_bp, due_kind, milestone_id, days)
     select id, 1, 10000, 'milestone', $2, 14 from template`,
    [id, milestone],
  )
  expect(await remove(id, 'delete')).toEqual({ removed: 'deleted', fileKeys: [] })
  expect(await exists(id)).toBe(false)
})
