import { z } from 'zod'
import type { ProjectStatus } from '../projects/project.ts'
import { AddProjectSchema, orderOfDates } from '../projects/project-schema.ts'
import { dayCell, wordCell } from './cells.ts'
import { type Reading, rowReader } from './row-reader.ts'

/** Both vocabularies: what the back office says, and what the public site does (decisions §3). */
const statusWords: Record<string, ProjectStatus> = {
  planned: 'planned',
  upcoming: 'planned',
  ongoing: 'ongoing',
  'in progress': 'ongoing',
  completed: 'completed',
  closed: 'completed',
}
const statusCell = wordCell(statusWords, 'Not a status of a project.', 'A status is required.')

const {
  name,
  slug,
  location,
  totalValue,
  progress,
  startedOn,
  completionOn,
  completionText,
  ...more
} = AddProjectSchema.shape
const { minimum, target, description, key: _, status: __, ...others } = more

/** What a file has no column for is as in an empty form. */
const empty = z
  .object(others)
  .parse(Object.fromEntries(Object.keys(others).map((field) => [field, ''])))

const shape = {
  ...{ name, slug, location, status: statusCell, totalValue, progress },
  ...{ startedOn: dayCell(startedOn), completionOn: dayCell(completionOn) },
  ...{ completionText, minimum, target, description },
}

const readCells = rowReader(shape, (known) => {
  const says = orderOfDates(known.startedOn ?? null, known.completionOn ?? null)
  return says === null ? [] : [['completionOn', says]]
})

/** What a row of a file of projects says, with what it has no column for. */
type ProjectRow = z.output<z.ZodObject<typeof shape>> & typeof empty

/** One project of a file: its cells as the form that adds a project would have them, and the same rules. */
export function readProjectRow(cells: Record<string, string>): Reading<ProjectRow> {
  const reading = readCells(cells)
  return { ...reading, value: reading.value && { ...empty, ...reading.value } }
}
