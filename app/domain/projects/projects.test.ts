import { beforeEach, describe, expect, test } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { anAdmin, as } from '../../../tests/people.ts'
import { projectFacts } from '../../../tests/project-facts.ts'
import { addProject } from './add-project.server.ts'
import type { AddProjectInput } from './project-schema.ts'
import { listProjects } from './projects.server.ts'

const admin = await anAdmin()

const add = (input: AddProjectInput) => as(admin, (actor) => addProject(actor, input, null))

function inDatabase<Row extends object>(text: string, values: unknown[] = []) {
  return asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    return (await client.query<Row>(text, values)).rows
  })
}

const slugs = async () =>
  (await inDatabase<{ slug: string }>('select slug from app.project order by slug')).map(
    (row) => row.slug,
  )
const listed = async (q: string, more: Partial<Parameters<typeof listProjects>[1]> = {}) =>
  as(admin, (actor) => listProjects(actor, { q, status: null, page: 1, ...more }))
const namesOf = async (q: string) => (await listed(q)).projects.map((project) => project.name)

beforeEach(async () => {
  await inDatabase('truncate app.investment cascade')
  await inDatabase('delete from app.project')
})

describe('adding a project', () => {
  test('the same key adds once, also at the same time, and with other facts it is refused', async () => {
    const input = projectFacts('Garden City')
    const [first, other] = await Promise.all([add(input), add(input)])
    expect(first).toEqual(other)
    expect(await slugs()).toEqual(['garden-city'])
    expect(await add({ ...input, location: 'Mogadishu' })).toEqual({ refused: 'key-reused' })
    expect(await slugs()).toEqual(['garden-city'])
  })

  test('projects of one name added at the same time get a slug each', async () => {
    await Promise.all(Array.from({ length: 5 }, () => add(projectFacts('Garden City'))))
    expect(await slugs()).toEqual([
      'garden-city',
      'garden-city-2',
      'garden-city-3',
      'garden-city-4',
      'garden-city-5',
    ])
  })

  test('an Arabic name is kept and has an address of Latin letters', async () => {
    await add(projectFacts('أبراج مقديشو'))
    expect(await slugs()).toEqual(['project'])
    expect(await namesOf('مقديشو')).toEqual(['أبراج مقديشو'])
  })

  test('PUB-080 (W-45) it never takes an address that leads to another project', async () => {
    await add(projectFacts('Retail Clothing'))
    await inDatabase("insert into app.former_slug select 'retail', id from app.project")
    await inDatabase("insert into app.former_slug select 'retail-2', id from app.project")
    await add(projectFacts('Retail'))
    expect(await slugs()).toEqual(['retail-3', 'retail-clothing'])
  })

  test('it is in the audit log under the admin, and tells the pages that show projects', async () => {
    const added = await add(projectFacts('Garden City'))
    const projectId = 'projectId' in added ? added.projectId : ''
    expect(
      await inDatabase(
        'select act, actor_id from app.audit_log where subject = $1 and subject_id = $2',
        ['project', projectId],
      ),
    ).toEqual([{ act: 'insert', actor_id: admin.userId }])
    expect(
      await inDatabase("select kind from app.event where payload ->> 'projectId' = $1", [
        projectId,
      ]),
    ).toEqual([{ kind: 'project.added' }])
  })
})

describe('the list', () => {
  test('MPR-001 shows projects by name, twelve a page; a page past the last is the last', async () => {
    const names = Array.from(
      { length: 13 },
      (_, index) => `Tower ${String(index + 1).padStart(2, '0')}`,
    )
    for (const name of names.toReversed()) await add(projectFacts(name))
    const first = await listed('')
    expect(first.projects.map((project) => project.name)).toEqual(names.slice(0, 12))
    expect(first).toMatchObject({ total: 13, pageSize: 12, page: 1, counts: { ongoing: 13 } })
    expect(await listed('', { page: 99 })).toMatchObject({
      page: 2,
      projects: [{ name: 'Tower 13' }],
    })
  })

  test('MPR-002 the search finds names regardless of letter case; % and _ are ordinary characters', async () => {
    for (const name of ['Garden City', 'Return of 10% Plaza', 'Plot_7', 'Plot 17'])
      await add(projectFacts(name))
    expect(await namesOf('GARDEN')).toEqual(['Garden City'])
    expect(await namesOf('10%')).toEqual(['Return of 10% Plaza'])
    expect(await namesOf('%')).toEqual([])
    expect(await namesOf('lot_7')).toEqual(['Plot_7'])
    expect(await namesOf("'; drop table app.project; --")).toEqual([])
  })

  test('a status narrows the list; the counts stay those of the search', async () => {
    await add(projectFacts('Garden City', { status: 'planned' }))
    await add(projectFacts('Garden Plaza'))
    const planned = await listed('gar', { status: 'planned' })
    expect(planned).toMatchObject({ total: 1, counts: { planned: 1, ongoing: 1, completed: 0 } })
    expect(planned.projects.map((project) => project.name)).toEqual(['Garden City'])
  })
})
