import { parseUnits } from '../domain/projects/unit.ts'
import type { AdminActor } from '../platform/database/database.server.ts'
import { addDays, type CalendarDate } from '../values/calendar-date.ts'
import { daysAgo, instantOn } from './days.ts'
import { altOf, type SuppliedPictureName, storeSuppliedPicture } from './pictures.server.ts'
import { type DemoProject, demoProjects, type ProjectKey, projectKeys } from './projects.ts'

export async function addProjects(
  admin: AdminActor,
  today: CalendarDate,
): Promise<Record<ProjectKey, string>> {
  const added: [ProjectKey, string][] = []
  for (const [index, key] of projectKeys.entries()) {
    const project: DemoProject = demoProjects[key]
    const id = await addProject(admin, project, index + 1, today)
    await addUnits(admin, id, project.owned)
    await addPictures(admin, id, project.pictures)
    await addFormerSlugs(admin, id, project.formerSlugs)
    added.push([key, id])
  }
  return Object.fromEntries(added) as Record<ProjectKey, string>
}

async function addUnits(admin: AdminActor, projectId: string, lines: string[]) {
  if (lines.length === 0) return
  const read = parseUnits(lines.join('\n'))
  if ('message' in read) throw new Error(read.message)
  const units = read.units.map(({ name, share, price }) => ({
    project_id: projectId,
    name,
    share_bp: share,
    price_cents: price,
  }))
  await admin.tx.insertInto('project_unit').values(units).execute()
}

/** So many days ago a project that has not started was added. */
const addedDaysAgo = 190

async function addProject(
  admin: AdminActor,
  project: DemoProject,
  featuredRank: number,
  today: CalendarDate,
) {
  const startedOn = project.startedDaysAgo === null ? null : daysAgo(today, project.startedDaysAgo)
  const { id } = await admin.tx
    .insertInto('project')
    .values({
      slug: project.slug,
      name: project.name,
      location: project.location,
      description: project.description,
      status: project.status,
      project_type: project.projectType,
      stage_text: project.stageText,
      total_value_cents: project.totalValue,
      progress_percent: project.progressPercent,
      update_every: project.updateEvery,
      started_on: startedOn,
      completion_on: completionOf(project, today),
      completion_text: project.completionText,
      annual_return_bp: project.annualReturn,
      tagline: project.tagline,
      price_text: project.priceText,
      minimum_cents: project.minimum,
      unit_price_cents: project.unitPrice,
      units: project.units,
      features: project.features,
      target_cents: project.target,
      funded_bp: project.funded?.share ?? null,
      funded_as_of_on: project.funded ? daysAgo(today, project.funded.asOfDaysAgo) : null,
      featured_rank: featuredRank,
      published: true,
      created_at: instantOn(startedOn ?? daysAgo(today, addedDaysAgo)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The completion day, relative or fixed. */
export function completionOf({ completion }: DemoProject, today: CalendarDate): CalendarDate {
  return 'fixed' in completion ? completion.fixed : addDays(today, completion.daysFromToday)
}

async function addPictures(admin: AdminActor, projectId: string, names: SuppliedPictureName[]) {
  for (const [index, name] of names.entries()) {
    const pictureId = await storeSuppliedPicture(admin, name)
    await admin.tx
      .insertInto('project_picture')
      .values({ project_id: projectId, picture_id: pictureId, place: index + 1, alt: altOf(name) })
      .execute()
  }
}

async function addFormerSlugs(admin: AdminActor, projectId: string, slugs: string[]) {
  for (const slug of slugs)
    await admin.tx.insertInto('former_slug').values({ slug, project_id: projectId }).execute()
}
