import { z } from 'zod'
import type { AdminActor } from '../../platform/database.server.ts'
import { formatAmount } from '../../values/money.ts'
import { takeSlugTurns } from '../projects/claim-slug.server.ts'
import { type ProjectStatus, projectStatusLabels } from '../projects/project.ts'
import { columnsOf } from '../projects/project-columns.ts'
import { AddProjectSchema, orderOfDates, type ProjectFacts } from '../projects/project-schema.ts'
import { freeSlug, reservedSlugs, slugOf } from '../projects/slug.ts'
import { dayCell, nameKey, wordCell } from './cells.ts'
import {
  broken,
  type Checked,
  Findings,
  inBatches,
  type ListImport,
  type Refusal,
} from './check.server.ts'
import { amountExamples, column, dayExamples, type ImportRow, type ValueOf } from './rows.server.ts'

/** Both vocabularies: what the back office says, and what the public site does (decisions §3). */
const statusWords: Record<string, ProjectStatus> = {
  planned: 'planned',
  upcoming: 'planned',
  ongoing: 'ongoing',
  'in progress': 'ongoing',
  completed: 'completed',
  closed: 'completed',
}

const form = AddProjectSchema.shape

const someAmount = `An amount above zero, ${amountExamples}.`

const columns = {
  name: column(['Name', 'project', 'project name'], form.name, {
    required: true,
    says: 'Up to 120 characters.',
    example: 'Riverside Apartments',
  }),
  slug: column(['Slug', 'address'], form.slug, {
    says: 'The address of its page; made from the name when empty.',
    example: 'riverside-apartments',
  }),
  location: column(['Location'], form.location, {
    required: true,
    says: 'Up to 120 characters.',
    example: 'Kilimani, Nairobi',
  }),
  status: column(
    ['Status'],
    wordCell(statusWords, 'Not a status of a project.', 'A status is required.'),
    {
      required: true,
      says: 'Planned or upcoming, ongoing or in progress, completed or closed.',
      example: 'Planned',
    },
  ),
  totalValue: column(['Total value (USD)', 'total value'], form.totalValue, {
    required: true,
    says: `An amount, ${amountExamples}; 0 is one.`,
    example: '1250000.00',
  }),
  progress: column(['Progress (%)', 'progress'], form.progress, {
    says: 'A whole number up to 100; 0 when empty.',
    example: '15',
  }),
  startedOn: column(['Start date'], dayCell(form.startedOn), {
    isDay: true,
    says: `A day, ${dayExamples}.`,
    example: '2026-03-31',
  }),
  completionOn: column(
    ['Expected completion date', 'completion date'],
    dayCell(form.completionOn),
    {
      isDay: true,
      says: `A day, ${dayExamples}.`,
      example: '2028-06-30',
    },
  ),
  completionText: column(['Completion text'], form.completionText, {
    says: 'In words, up to 80 characters.',
    example: 'Mid 2028',
  }),
  minimum: column(['Minimum (USD)', 'minimum'], form.minimum, {
    says: someAmount,
    example: '5000.00',
  }),
  target: column(['Target (USD)', 'target'], form.target, {
    says: someAmount,
    example: '900000.00',
  }),
  description: column(['Description'], form.description, {
    says: 'Up to 5000 characters.',
    example: 'Forty apartments by the river.',
  }),
}

/** What a file has no column for is as in an empty form. */
const { key: _, ...others } = form
const otherFields = Object.entries(others).filter(([field]) => !Object.hasOwn(columns, field))
const empty = z
  .object(Object.fromEntries(otherFields))
  .parse(Object.fromEntries(otherFields.map(([field]) => [field, '']))) as Omit<
  ProjectFacts,
  keyof typeof columns
>

/** Projects of a file; none of them is published, because none has a cover (decisions §4). */
export const projectImport: ListImport = {
  columns,
  notRead: ['Published', 'Archived', 'Id'],
  check,
}

type Project = ValueOf<typeof columns> & { slug: string }

/**
 * A project is known by its address, and by its name where the file gives no address; one without gets an address made
 * from its name.
 */
async function check(admin: AdminActor, rows: readonly ImportRow[]): Promise<Checked> {
  const findings = new Findings<typeof columns, Project>(columns)
  const read = await findings.read(rows, ({ startedOn = null, completionOn = null }): Refusal[] => {
    const says = orderOfDates(startedOn, completionOn)
    return says === null ? [] : [['completionOn', says]]
  })
  const { gone, taken } = await takenNames(admin)
  const typed = read.flatMap(({ known }) => known.slug ?? [])
  const used = new Set([...gone, ...taken.slug.keys(), ...typed])
  const firstWith = new Map<string, number>()
  for (const row of read) {
    const { field, key } = calledBy(row.known)
    if (!key) continue
    const first = firstWith.get(key)
    firstWith.set(key, first ?? row.row)
    const there = taken[field].get(key)
    const refusals = broken(
      [first !== undefined, field, `The same ${field} stands in row ${first}.`],
      [
        first === undefined && !there && field === 'slug' && gone.has(key),
        field,
        'This address is taken.',
      ],
    )
    for (const refusal of refusals) findings.refuse(row, ...refusal)
    if (refusals.length > 0 || !row.value) continue
    const { name, slug } = row.value
    const project = { ...row.value, slug: slug ?? '' }
    if (there) findings.keep(row, { name, about: thereWords(there) })
    else {
      project.slug ||= nextFree(slugOf(name), used)
      findings.add(row, project, { name, about: aboutOf(project) })
    }
  }
  return findings.checked({
    amountOf: ({ totalValue }) => totalValue,
    hold: () => takeSlugTurns(admin),
    write: (ready) => addProjects(admin, ready),
  })
}

/** By what a row's project is known, also where other cells cannot be read. */
function calledBy({ slug, name }: { slug?: string | null; name?: string }) {
  if (slug) return { field: 'slug' as const, key: slug }
  return { field: 'name' as const, key: slug === null && name ? nameKey(name) : '' }
}

async function takenNames(admin: AdminActor) {
  const projects = await admin.tx
    .selectFrom('project')
    .select(['name', 'slug', 'archived_at'])
    .execute()
  const former = await admin.tx.selectFrom('former_slug').select('slug').execute()
  const taken = {
    slug: new Map(projects.map((project) => [project.slug, project])),
    name: new Map(projects.map((project) => [nameKey(project.name), project])),
  }
  return { taken, gone: new Set([...reservedSlugs, ...former.map(({ slug }) => slug)]) }
}

const thereWords = ({
  name,
  slug,
  archived_at,
}: {
  name: string
  slug: string
  archived_at: Date | null
}) => `${name}, ${slug}${archived_at ? ', archived' : ''}`

function nextFree(slug: string, used: Set<string>): string {
  const alike = [...used].filter((other) => other.startsWith(slug))
  const free = freeSlug(slug, alike)
  used.add(free)
  return free
}

function aboutOf({ location, status, totalValue, progress, slug }: Project): string {
  return `${location}, ${projectStatusLabels[status]}, ${formatAmount(totalValue, 'when-needed')}, ${progress}%, ${slug}`
}

function addProjects(admin: AdminActor, projects: readonly Project[]): Promise<void> {
  const rows = projects.map((project) => ({
    ...columnsOf({ ...empty, ...project, published: false }),
    slug: project.slug,
  }))
  return inBatches(rows, (batch) => admin.tx.insertInto('project').values(batch).execute())
}
