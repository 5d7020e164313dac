import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import type { TemplateLine } from './plan-line.ts'
import {
  findTemplate,
  milestoneChoices,
  type PlanTemplate,
  templateLineRows,
} from './plan-templates.server.ts'

export type TemplateInput = { name: string; lines: TemplateLine[] }

/** `unknown-milestone` names the line, counted from 0. */
export type TemplateRefused =
  | { refused: 'not-found' | 'name-taken' }
  | { refused: 'unknown-milestone'; place: number }

export type TemplateAdded = { templateId: string } | TemplateRefused | { refused: 'key-reused' }

/**
 * Adds a template of a plan to a project. Refused for a name that another has, and for milestones of other projects.
 * Locks the project. Publishes plan-template.changed.
 */
export function addTemplate(
  admin: AdminActor,
  projectId: string,
  { key, name, lines }: TemplateInput & { key: string },
): Promise<TemplateAdded> {
  const facts = { projectId, name, lines: textOf(lines) }
  return exactlyOnce(admin, 'add-plan-template', key, facts, async () => {
    if (!(await lockProject(admin, projectId))) return { refused: 'not-found' as const }
    const refusal = await refusalOf(admin, projectId, { name, lines }, null)
    if (refusal) return refusal
    const { id: templateId } = await admin.tx
      .insertInto('plan_template')
      .values({ project_id: projectId, name })
      .returning('id')
      .executeTakeFirstOrThrow()
    await storeLines(admin, templateId, lines)
    await publish(admin, { kind: 'plan-template.changed', templateId, projectId })
    return { templateId }
  })
}

export type TemplateChanged =
  | { templateId: string }
  | TemplateRefused
  | { refused: 'version-conflict'; now: PlanTemplate }

/** Replaces name and lines of a template; plans made from it stay. Refused like a new one, and for an outdated `version`. */
export async function changeTemplate(
  admin: AdminActor,
  { projectId, templateId }: { projectId: string; templateId: string },
  { version, name, lines }: TemplateInput & { version: number },
): Promise<TemplateChanged> {
  await lockProject(admin, projectId)
  const now = await findTemplate(admin, templateId)
  if (now?.projectId !== projectId) return { refused: 'not-found' }
  if (now.version !== version) return { refused: 'version-conflict', now }
  const refusal = await refusalOf(admin, projectId, { name, lines }, templateId)
  if (refusal) return refusal
  await admin.tx.updateTable('plan_template').set({ name }).where('id', '=', templateId).execute()
  await admin.tx.deleteFrom('plan_template_line').where('template_id', '=', templateId).execute()
  await storeLines(admin, templateId, lines)
  await publish(admin, { kind: 'plan-template.changed', templateId, projectId })
  return { templateId }
}

/** Archives a template, or takes it back into use, for which its name must be free. Publishes plan-template.changed. */
export async function setTemplateArchived(
  admin: AdminActor,
  { projectId, templateId }: { projectId: string; templateId: string },
  isArchived: boolean,
): Promise<{ templateId: string } | { refused: 'not-found' | 'name-taken' }> {
  await lockProject(admin, projectId)
  const template = await findTemplate(admin, templateId)
  if (template?.projectId !== projectId) return { refused: 'not-found' }
  if (!isArchived && (await isNameTaken(admin, projectId, template.name, templateId)))
    return { refused: 'name-taken' }
  if (template.isArchived !== isArchived) {
    await admin.tx
      .updateTable('plan_template')
      .set({ archived_at: isArchived ? clock.now() : null })
      .where('id', '=', templateId)
      .execute()
    await publish(admin, { kind: 'plan-template.changed', templateId, projectId })
  }
  return { templateId }
}

async function lockProject(admin: AdminActor, projectId: string): Promise<boolean> {
  const found = await admin.tx
    .selectFrom('project')
    .select('id')
    .where('id', '=', projectId)
    .forNoKeyUpdate()
    .execute()
  return found.length === 1
}

async function refusalOf(
  admin: AdminActor,
  projectId: string,
  { name, lines }: TemplateInput,
  itself: string | null,
): Promise<TemplateRefused | null> {
  const milestones = await milestoneChoices(admin, projectId)
  const place = unknownMilestone(lines, milestones)
  if (place !== -1) return { refused: 'unknown-milestone', place }
  return (await isNameTaken(admin, projectId, name, itself)) ? { refused: 'name-taken' } : null
}

/** The place of the first line that waits for another project's milestone; -1 without one. */
export function unknownMilestone(
  lines: Pick<TemplateLine, 'due'>[],
  milestones: { id: string }[],
): number {
  return lines.findIndex(
    ({ due }) => due.kind === 'milestone' && !milestones.some(({ id }) => id === due.milestoneId),
  )
}

async function isNameTaken(
  admin: AdminActor,
  projectId: string,
  name: string,
  itself: string | null,
): Promise<boolean> {
  const found = await admin.tx
    .selectFrom('plan_template')
    .select('id')
    .where('project_id', '=', projectId)
    .where('archived_at', 'is', null)
    .where((row) =>
      row(row.fn<string>('lower', ['name']), '=', row.fn<string>('lower', [row.val(name)])),
    )
    .$if(itself !== null, (query) => query.where('id', '<>', itself))
    .execute()
  return found.length > 0
}

async function storeLines(admin: AdminActor, templateId: string, lines: TemplateLine[]) {
  await admin.tx
    .insertInto('plan_template_line')
    .values(templateLineRows(templateId, lines))
    .execute()
}

/** The lines as one text, for the comparison of two inputs. */
export function textOf(lines: unknown[]): string {
  return JSON.stringify(lines, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}
