import { clock } from '../../platform/clock.server.ts'
import type { Actor } from '../../platform/database/database.server.ts'
import type { Cents } from '../../values/money.ts'
import { dueWords } from './due-words.ts'
import { inOrderOfDays, planLinesOf } from './plan-line.ts'
import { milestoneChoices, offeredTemplates } from './plan-templates.server.ts'

/** What a template in use comes to for an amount agreed today. */
export type OfferedSchedule = {
  id: string
  name: string
  rows: { label: string | null; amount: Cents; due: string }[]
}

/** The schedules of a project's templates for an amount; templates that do not fit it, or have a day that is past, are left out. */
export async function offeredSchedules(
  reader: Actor,
  projectId: string,
  amount: Cents,
): Promise<OfferedSchedule[]> {
  const templates = await offeredTemplates(reader, projectId)
  if (templates.length === 0) return []
  const milestones = await milestoneChoices(reader, projectId)
  const nameOf = (id: string) => milestones.find((milestone) => milestone.id === id)?.name ?? ''
  const today = clock.today()
  return templates.flatMap(({ id, name, lines }) => {
    const made = planLinesOf(lines, amount, today)
    if ('refused' in made) return []
    if (made.some(({ due }) => due.kind === 'date' && due.on < today)) return []
    const rows = inOrderOfDays(made).map((line) => ({ ...line, due: dueWords(line.due, nameOf) }))
    return [{ id, name, rows }]
  })
}
