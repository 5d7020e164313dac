import { randomUUID } from 'node:crypto'
import { addMilestone } from '../app/domain/projects/change-milestones.server.ts'
import { reachMilestone } from '../app/domain/projects/reach-milestone.server.ts'
import { aDocument, as, day } from './people.ts'

type Admin = Parameters<typeof as>[0]

/** Adds a milestone as the last of its project. */
export async function aMilestone(
  admin: Admin,
  projectId: string,
  name = 'Roof',
  plannedOn?: string,
) {
  const input = { key: randomUUID(), name, plannedOn: plannedOn ? day(plannedOn) : null }
  const added = await as(admin, (actor) => addMilestone(actor, projectId, input))
  if (!('milestoneId' in added)) throw new Error(`no milestone: ${added.refused}`)
  return added.milestoneId
}

export const certified = {
  reachedOn: day('2026-03-01'),
  certifierName: 'Njeri Kamau',
  certifierProfession: 'Structural engineer',
  certifierLicence: 'A-1234',
  note: null,
}

/** Marks a milestone as reached, proven by a new document. */
export async function reached(
  admin: Admin,
  projectId: string,
  milestoneId: string,
  changes: Partial<typeof certified> = {},
) {
  const documentId = await aDocument({ title: 'Certificate', projectId })
  const facts = { ...certified, ...changes, key: randomUUID(), documentId }
  return as(admin, (actor) => reachMilestone(actor, { projectId, milestoneId }, facts, []))
}
