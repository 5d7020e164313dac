import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { anAdmin, as, day } from '../../../tests/people.ts'
import { projectFacts } from '../../../tests/project-facts.ts'
import { usd } from '../../values/money.ts'
import { basisPoints } from '../../values/percent.ts'
import { addProject } from './add-project.server.ts'
import { editProject } from './edit-project.server.ts'
import { findProject } from './find-project.server.ts'
import type { EditProjectInput } from './project-schema.ts'
import { findPublishedProject } from './published-projects.server.ts'

const admin = await anAdmin()

async function aPlannedProject(name = 'Garden City') {
  const added = await as(admin, (actor) =>
    addProject(actor, projectFacts(`${name} ${randomUUID()}`), null),
  )
  if ('refused' in added) throw new Error(added.refused)
  const project = await as(admin, (actor) => findProject(actor, added.projectId))
  if (!project) throw new Error('no project')
  return project
}

type Stored = Awaited<ReturnType<typeof aPlannedProject>>

function formOf({ id: _, isArchived: __, pictureCount: ___, ...form }: Stored): EditProjectInput {
  return form
}

const edit = (project: Stored, more: Partial<EditProjectInput> = {}) =>
  as(admin, (actor) => editProject(actor, project.id, { ...formOf(project), ...more }))
const find = (id: string) => as(admin, (actor) => findProject(actor, id))

function givePicture(projectId: string) {
  return asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    const { rows } = await client.query<{ id: string }>(
      "insert into app.picture (width, height, placeholder) values (480, 270, 'data:image/webp;base64,AAAA') returning id",
    )
    await client.query("insert into app.project_picture values ($1, $2, 1, 'Two towers')", [
      projectId,
      rows[0]?.id,
    ])
  })
}

test('MPR-018 DATA-007 every fact of a project is changed, and the version moves on', async () => {
  const project = await aPlannedProject()
  const changed = {
    name: 'Garden City II',
    location: 'Mogadishu',
    projectType: 'Apartments',
    status: 'completed' as const,
    stageText: 'Handed over',
    description: 'By the sea.',
    totalValue: usd('175,000.50'),
    target: usd('100,000'),
    unitPrice: usd('35,000'),
    units: 5,
    minimum: usd('5,000'),
    annualReturn: basisPoints(850),
    funded: basisPoints(6000),
    fundedAsOf: day('2026-03-31'),
    progress: 100,
    startedOn: day('2024-01-04'),
    completionOn: day('2026-01-31'),
    completionText: 'early 2026',
    tagline: 'Above the trees',
    priceText: 'from $35,000 USD',
    features: ['Two bedrooms', 'Sky bridge'],
    featuredRank: 2,
  }
  expect(await edit(project, changed)).toEqual({ projectId: project.id })
  expect(await find(project.id)).toEqual({ ...project, ...changed, version: project.version + 1 })
})

test('DATA-010 (W-41) any status may follow any other, and the change is logged', async () => {
  const project = await aPlannedProject()
  for (const status of ['completed', 'planned', 'ongoing', 'completed'] as const) {
    const now = await find(project.id)
    if (!now) throw new Error('no project')
    await edit(now, { status })
  }
  const { rows } = await asSuperuser((client) =>
    client.query(
      `select before ->> 'status' as was, after ->> 'status' as becomes, actor_id from app.audit_log
       where subject = 'project' and subject_id = $1 and act = 'update' order by id`,
      [project.id],
    ),
  )
  expect(rows).toEqual(
    [
      { was: 'ongoing', becomes: 'completed' },
      { was: 'completed', becomes: 'planned' },
      { was: 'planned', becomes: 'ongoing' },
      { was: 'ongoing', becomes: 'completed' },
    ].map((change) => ({ ...change, actor_id: admin.userId })),
  )
})

test('who began with an older version is told what stands now, and changes nothing', async () => {
  const project = await aPlannedProject()
  await edit(project, { tagline: 'Theirs' })
  const refused = await edit(project, { tagline: 'Mine' })
  expect(refused).toMatchObject({ refused: 'version-conflict', now: { tagline: 'Theirs' } })
  expect(await find(project.id)).toMatchObject({ tagline: 'Theirs', version: project.version + 1 })
})

test('of two changes immediately one is stored and the other is told', async () => {
  const project = await aPlannedProject()
  const answers = await Promise.all([
    edit(project, { tagline: 'One' }),
    edit(project, { tagline: 'Other' }),
  ])
  expect(answers.filter((answer) => 'refused' in answer)).toHaveLength(1)
})

test('an address of another project is refused, also one it had before; its own former one may be taken again', async () => {
  const [first, other] = [await aPlannedProject('One'), await aPlannedProject('Other')]
  expect(await edit(first, { slug: other.slug })).toEqual({ refused: 'slug-taken' })
  expect(await edit(first, { slug: 'site' })).toEqual({ refused: 'slug-taken' })
  const moved = `moved-${randomUUID()}`
  expect(await edit(other, { slug: moved })).toEqual({ projectId: other.id })
  expect(await edit(first, { slug: other.slug })).toEqual({ refused: 'slug-taken' })
  const now = await find(other.id)
  if (!now) throw new Error('no project')
  expect(await edit(now, { slug: other.slug })).toEqual({ projectId: other.id })
  expect(await find(other.id)).toMatchObject({ slug: other.slug })
})

test('it is published only with a cover; its former address then leads to the present one', async () => {
  const project = await aPlannedProject()
  expect(await edit(project, { published: true })).toEqual({ refused: 'needs-picture' })
  await givePicture(project.id)
  const slug = `moved-${randomUUID()}`
  expect(await edit(project, { published: true, slug })).toEqual({ projectId: project.id })
  expect(await as(admin, (actor) => findPublishedProject(actor, project.slug))).toEqual({
    movedTo: slug,
  })
  expect(await as(admin, (actor) => findPublishedProject(actor, slug))).toMatchObject({ slug })
})

test('a project that is to be published immediately needs its cover, and a free address', async () => {
  const add = (more: Parameters<typeof projectFacts>[1]) =>
    as(admin, (actor) => addProject(actor, projectFacts('Karen Heights', more), null))
  const { slug } = await aPlannedProject()
  expect(await add({ published: true })).toEqual({ refused: 'needs-picture' })
  expect(await add({ slug })).toEqual({ refused: 'slug-taken' })
  const chosen = `chosen-${randomUUID()}`
  const added = await add({ slug: chosen })
  expect(await find('projectId' in added ? added.projectId : '')).toMatchObject({
    slug: chosen,
    published: false,
  })
})

test('a project that is not there is not changed', async () => {
  const project = await aPlannedProject()
  const nobody = { ...project, id: randomUUID() }
  expect(await edit(nobody)).toEqual({ refused: 'not-found' })
})
