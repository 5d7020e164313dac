import { sql } from 'kysely'
import type { Actor, AdminActor } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'
import { basisPoints } from '../../values/percent.ts'
import type { TemplateDue, TemplateLine } from './plan-line.ts'

export type PlanTemplate = {
  id: string
  projectId: string
  name: string
  version: number
  isArchived: boolean
  lines: TemplateLine[]
}

export type MilestoneChoice = { id: string; name: string }

/** The templates of a project by name, archived ones last; investors and guests see those in use of projects they may invest in. */
export async function templatesOf(reader: Actor, projectId: string): Promise<PlanTemplate[]> {
  return withLines(
    reader,
    await rowsOf(reader).where('project_id', '=', projectId).limit(100).execute(),
  )
}

/** The templates in use of a project. */
export async function offeredTemplates(reader: Actor, projectId: string): Promise<PlanTemplate[]> {
  return (await templatesOf(reader, projectId)).filter(({ isArchived }) => !isArchived)
}

/** One template; null for an unknown id. */
export async function findTemplate(
  reader: Actor,
  templateId: string,
): Promise<PlanTemplate | null> {
  const [found] = await withLines(
    reader,
    await rowsOf(reader).where('id', '=', templateId).execute(),
  )
  return found ?? null
}

export type TemplateChoice = { id: string; name: string; projectId: string; project: string }

/** Templates in use of all projects, for a form in which the project is chosen too. */
export async function templateChoices({ tx }: AdminActor): Promise<TemplateChoice[]> {
  return tx
    .selectFrom('plan_template')
    .innerJoin('project', 'project.id', 'plan_template.project_id')
    .select(['plan_template.id', 'plan_template.name', 'plan_template.project_id as projectId'])
    .select('project.name as project')
    .where('plan_template.archived_at', 'is', null)
    .where('project.archived_at', 'is', null)
    .orderBy('project.name')
    .orderBy('plan_template.project_id')
    .orderBy('plan_template.name')
    .limit(200)
    .execute()
}

/** The milestones of a project in their order, for a line that waits for one. */
export async function milestoneChoices(
  reader: Actor,
  projectId: string,
): Promise<MilestoneChoice[]> {
  return reader.tx
    .selectFrom('milestone')
    .select(['id', 'name'])
    .where('project_id', '=', projectId)
    .orderBy('position')
    .execute()
}

const rowsOf = (reader: Actor) =>
  reader.tx
    .selectFrom('plan_template')
    .select(['id', 'project_id', 'name', 'version'])
    .select(sql<boolean>`archived_at is not null`.as('is_archived'))
    .orderBy(sql`archived_at is not null`)
    .orderBy(sql`lower(name)`)
    .orderBy('id')

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

async function withLines(reader: Actor, rows: Row[]): Promise<PlanTemplate[]> {
  const ids = rows.map(({ id }) => id)
  const lines =
    ids.length === 0
      ? []
      : await reader.tx
          .selectFrom('plan_template_line')
          .select(['template_id', 'label', 'percent_bp', 'amount_cents'])
          .select(['due_kind', 'due_on', 'months', 'milestone_id', 'days'])
          .where('template_id', 'in', ids)
          .orderBy('position')
          .execute()
  return rows.map((row) => ({
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    version: row.version,
    isArchived: row.is_archived,
    lines: lines.flatMap((line) =>
      line.template_id === row.id
        ? [
            {
              label: line.label,
              percent: line.percent_bp === null ? null : basisPoints(line.percent_bp),
              amount: line.amount_cents,
              due: dueOf(line),
            },
          ]
        : [],
    ),
  }))
}

function dueOf(line: {
  due_on: CalendarDate | null
  months: number | null
  milestone_id: string | null
  days: number | null
}): TemplateDue {
  if (line.due_on !== null) return { kind: 'date', on: line.due_on }
  if (line.milestone_id === null) return { kind: 'months', months: line.months ?? 0 }
  return { kind: 'milestone', milestoneId: line.milestone_id, days: line.days ?? 0 }
}

/** The columns of a template's lines. */
export function templateLineRows(templateId: string, lines: TemplateLine[]) {
  return lines.map(({ label, percent, amount, due }, place) => ({
    template_id: templateId,
    position: place + 1,
    label,
    percent_bp: percent,
    amount_cents: amount as Cents | null,
    due_kind: due.kind,
    due_on: due.kind === 'date' ? due.on : null,
    months: due.kind === 'months' ? due.months : null,
    milestone_id: due.kind === 'milestone' ? due.milestoneId : null,
    days: due.kind === 'milestone' ? due.days : null,
  }))
}
