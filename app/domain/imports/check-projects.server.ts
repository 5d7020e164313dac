import type { AdminActor } from '../../platform/database.server.ts'
import { formatAmount } from '../../values/money.ts'
import { takeSlugTurns } from '../projects/claim-slug.server.ts'
import {
  type ImportedProject,
  importProjects,
  takenNames,
} from '../projects/import-projects.server.ts'
import { projectStatusLabels } from '../projects/project.ts'
import { freeSlug, reservedSlugs, slugOf } from '../projects/slug.ts'
import { type Checked, fingerprintOf, type ShownRow } from './checked.server.ts'
import { nameKey } from './name-key.ts'
import { inOrder, parseRows, problemIn } from './parse-rows.server.ts'
import { readProjectRow } from './project-row-schema.ts'
import type { ImportRow } from './read-import.ts'

/**
 * What a file of projects would do. A project is known by its address, and by its name where the file gives no address;
 * one without gets an address made from its name.
 */
export async function checkProjects(
  admin: AdminActor,
  rows: readonly ImportRow[],
): Promise<Checked> {
  const { read, problems } = await parseRows('projects', readProjectRow, rows)
  const { projects, former } = await takenNames(admin)
  const taken = takenBy(projects)
  const inFile = new Map<string, number>()
  const [values, ready, here]: [ImportedProject[], ShownRow[], ShownRow[]] = [[], [], []]
  const typed = read.flatMap(({ known }) => known.slug ?? [])
  const used = new Set([...reservedSlugs, ...former, ...taken.bySlug.keys(), ...typed])
  for (const { row, cells, value, known } of read) {
    const called = calledBy(known)
    if (!called) continue
    const { field, name } = called
    const first = inFile.get(name)
    inFile.set(name, first ?? row)
    const there = field === 'name' ? taken.byName.get(name) : taken.bySlug.get(name)
    const refusal = refusalOf(
      first,
      field,
      there === undefined && field === 'slug' && isGone(name, former),
    )
    if (refusal) problems.push(problemIn('projects', { row, cells }, field, refusal))
    else if (value && there) here.push({ row, name: value.name, about: knownWords(there) })
    else if (value) {
      const project = { ...value, slug: value.slug ?? nextFree(slugOf(value.name), used) }
      values.push(project)
      ready.push({ row, name: project.name, about: aboutOf(project) })
    }
  }
  return {
    ...{ ready, here, problems: inOrder(problems), fingerprint: fingerprintOf(values, here) },
    hold: () => takeSlugTurns(admin),
    write: () => importProjects(admin, values),
  }
}

/** By what a row's project is known, also where other cells cannot be read; null when that cannot be. */
function calledBy({ slug, name }: { slug?: string | null; name?: string }) {
  if (slug) return { field: 'slug' as const, name: slug }
  return slug === null && name !== undefined
    ? { field: 'name' as const, name: nameKey(name) }
    : null
}

const isGone = (slug: string, former: ReadonlySet<string>) =>
  former.has(slug) || reservedSlugs.includes(slug)

function refusalOf(
  first: number | undefined,
  field: 'name' | 'slug',
  isTaken: boolean,
): string | null {
  if (first !== undefined) return `The same ${field} stands in row ${first}.`
  return isTaken ? 'This address is taken.' : null
}

type Known = { name: string; slug: string; archived_at: Date | null }

function takenBy(projects: readonly Known[]) {
  const by = (nameOf: (project: Known) => string) =>
    new Map(projects.map((project) => [nameOf(project), project]))
  return { bySlug: by(({ slug }) => slug), byName: by(({ name }) => nameKey(name)) }
}

const knownWords = ({ name, slug, archived_at }: Known) =>
  `${name}, ${slug}${archived_at ? ', archived' : ''}`

function nextFree(slug: string, used: Set<string>): string {
  const free = freeSlug(
    slug,
    [...used].filter((one) => one.startsWith(slug)),
  )
  used.add(free)
  return free
}

function aboutOf({ location, status, totalValue, progress, slug }: ImportedProject): string {
  return `${location}, ${projectStatusLabels[status]}, ${formatAmount(totalValue, 'when-needed')}, ${progress}%, ${slug}`
}
