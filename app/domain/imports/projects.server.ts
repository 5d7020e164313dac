import { z } from 'zod'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { formatAmount } from '../../values/money.ts'
import { lockSlugs } from '../projects/claim-slug.server.ts'
import { type ProjectStatus, projectStatusLabels } from '../projects/project.ts'
import { columnsOf } from '../projects/project-columns.ts'
import {
  AddProjectSchema,
  coordinateMissing,
  missingCoordinate,
  orderOfDates,
  type ProjectFacts,
} from '../projects/project-schema.ts'
import { freeSlug, reservedSlugs, slugOf } from '../projects/slug.ts'
import { dayCell, nameKey, wordCell } from './cells.ts'
import { listImport, type Plan, type ReadRow, type Refusal, type ValueOf } from './check.server.ts'
import { amountExamples, dayExamples } from './table.server.ts'

/** The back office's and the public site's words. */
const statusWords: Record<string, ProjectStatus> = {
  planned: 'planned',
  upcoming: 'planned',
  ongoing: 'ongoing',
  'in progress': 'ongoing',
  completed: 'completed',
  closed: 'completed',
}

const { key: _, ...form } = AddProjectSchema.shape

const cells = {
  ...z.object(form).pick({
    name: true,
    slug: true,
    location: true,
    totalValue: true,
    progress: true,
    completionText: true,
    minimum: true,
    target: true,
    description: true,
    feesText: true,
    custodyText: true,
    refundText: true,
    payoutText: true,
    riskText: true,
    latitude: true,
    longitude: true,
  }).shape,
  status: wordCell(statusWords, 'Not a project status.', 'A status is required.'),
  startedOn: dayCell(form.startedOn),
  completionOn: dayCell(form.completionOn),
}

/** Fields without a column are as in an empty form. */
const otherFields = Object.entries(form).filter(([field]) => !Object.hasOwn(cells, field))
const empty = z
  .object(Object.fromEntries(otherFields))
  .parse(Object.fromEntries(otherFields.map(([field]) => [field, '']))) as Omit<
  ProjectFacts,
  keyof typeof cells
>

/** Imported projects are not published, because they have no cover. */
export const projectImport = listImport({
  cells: () => cells,
  words: {
    name: 'Name, project, project name | Up to 120 characters. | Riverside Apartments',
    slug: 'Slug, address | The address of its page; made from the name when empty. | riverside-apartments',
    location: 'Location | Up to 120 characters. | Kilimani, Nairobi',
    status: 'Status | Planned or upcoming, ongoing or in progress, completed or closed. | Planned',
    totalValue: `Total value (USD), total value | An amount, ${amountExamples}; may be 0. | 1250000.00`,
    progress: 'Progress (%), progress | A whole number up to 100; 0 when empty. | 15',
    startedOn: `Start date | A day, ${dayExamples}. | 2026-03-31`,
    completionOn: `Expected completion date, completion date | A day, ${dayExamples}. | 2028-06-30`,
    completionText: 'Completion text | In words, up to 80 characters. | Mid 2028',
    minimum: `Minimum (USD), minimum | An amount above zero, ${amountExamples}. | 5000.00`,
    target: `Target (USD), target | An amount above zero, ${amountExamples}. | 900000.00`,
    description: 'Description | Up to 5000 characters. | Forty apartments by the river.',
    feesText: 'Fees | Up to 1000 characters. | 2% of each payout.',
    custodyText:
      'Who holds the money | Up to 1000 characters. | A bank account in the name of the company.',
    refundText: 'Refunds | Up to 1000 characters. | In full until the contract is signed.',
    payoutText: 'Payouts | Up to 500 characters. | Every quarter.',
    riskText: 'Risks | Up to 2000 characters. | Building can take longer than planned.',
    latitude: 'Latitude | Degrees from -90 to 90. | -1.2921',
    longitude: 'Longitude | Degrees from -180 to 180. | 36.8219',
  },
  notRead: ['Published', 'Archived', 'Id'],
  prepare,
})

type Known = Partial<ValueOf<typeof cells>>
type Project = ValueOf<typeof cells> & { slug: string }

/** Projects are identified by address, or by name without one; a new address is made from the name. */
async function prepare(
  admin: AdminActor,
  rows: readonly ReadRow<ValueOf<typeof cells>>[],
): Promise<Plan<ValueOf<typeof cells>, Project>> {
  const { gone, taken } = await takenNames(admin)
  const used = new Set([...gone, ...taken.slug.keys()])
  for (const { known } of rows) if (known.slug) used.add(known.slug)
  const firstWith = new Map<string, number>()
  return {
    judge: ({ row, known, value }) => {
      const { startedOn = null, completionOn = null } = known
      const wrongOrder = orderOfDates(startedOn, completionOn)
      const refusals: Refusal[] = wrongOrder === null ? [] : [['completionOn', wrongOrder]]
      refusals.push(...refusePlace(value))
      const { field, key } = calledBy(known)
      if (key === '') return { refusals }
      const first = firstWith.get(key)
      const there = taken[field].get(key)
      if (first === undefined) firstWith.set(key, row)
      else refusals.push([field, `The same ${field} is in row ${first}.`])
      if (!there && field === 'slug' && gone.has(key))
        refusals.push([field, 'This address is taken.'])
      if (refusals.length > 0 || !value) return { refusals }
      if (there)
        return { refusals, isHere: true, shown: { name: value.name, about: thereWords(there) } }
      const project = { ...value, slug: value.slug ?? nextFree(slugOf(value.name), used) }
      return { refusals, value: project, shown: { name: project.name, about: aboutOf(project) } }
    },
    amountOf: ({ totalValue }) => totalValue,
    hold: () => lockSlugs(admin),
    write: (projects) =>
      admin.tx
        .insertInto('project')
        .values(
          projects.map((project) => ({
            ...columnsOf({ ...empty, ...project, published: false }),
            slug: project.slug,
          })),
        )
        .execute(),
  }
}

function refusePlace(value: ValueOf<typeof cells> | null): Refusal[] {
  const missing = value ? missingCoordinate(value) : null
  return missing ? [[missing, coordinateMissing]] : []
}

/** The key of a row's project, also where other cells are unreadable. */
function calledBy({ slug, name }: Known) {
  if (slug) return { field: 'slug' as const, key: slug }
  return { field: 'name' as const, key: slug === null && name ? nameKey(name) : '' }
}

async function takenNames({ tx }: AdminActor) {
  const projects = await tx.selectFrom('project').select(['name', 'slug', 'archived_at']).execute()
  const former = await tx.selectFrom('former_slug').select('slug').execute()
  const taken = {
    slug: new Map(projects.map((project) => [project.slug, project])),
    name: new Map(projects.map((project) => [nameKey(project.name), project])),
  }
  return { taken, gone: new Set([...reservedSlugs, ...former.map(({ slug }) => slug)]) }
}

type There =
  Awaited<ReturnType<typeof takenNames>>['taken']['name'] extends Map<string, infer One>
    ? One
    : never
const thereWords = ({ name, slug, archived_at }: There) =>
  `${name}, ${slug}${archived_at ? ', archived' : ''}`

function nextFree(slug: string, used: Set<string>): string {
  const free = freeSlug(
    slug,
    [...used].filter((other) => other.startsWith(slug)),
  )
  used.add(free)
  return free
}

function aboutOf({ location, status, totalValue, progress, slug }: Project): string {
  return `${location}, ${projectStatusLabels[status]}, ${formatAmount(totalValue, 'when-needed')}, ${progress}%, ${slug}`
}
