import { z } from 'zod'
import type { ProjectStatus } from '../projects/project.ts'
import { AddProjectSchema } from '../projects/project-schema.ts'
import { isoDay, wordCell } from './cells.ts'

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

/** What a file has no column for is as in an empty form. */
const empty = Object.fromEntries(Object.keys(AddProjectSchema.shape).map((field) => [field, '']))
const anyKey = '00000000-0000-4000-8000-000000000000'

/** One project of a file: its cells as the form that adds a project would have them, and the same rules. */
export const ProjectRowSchema = z.record(z.string(), z.string()).transform((cells, context) => {
  const status = statusCell.safeParse(cells.status ?? '')
  for (const { message } of status.error?.issues ?? []) {
    context.addIssue({ code: 'custom', path: ['status'], message })
  }
  const days = { startedOn: isoDay(cells.startedOn ?? ''), completionOn: isoDay(cells.completionOn ?? '') }
  const typed = { ...empty, ...cells, ...days, key: anyKey, status: status.data ?? 'planned' }
  const project = AddProjectSchema.safeParse(typed)
  for (const { path, message } of project.error?.issues ?? []) {
    context.addIssue({ code: 'custom', path: [String(path[0])], message })
  }
  return project.data ?? z.NEVER
})
