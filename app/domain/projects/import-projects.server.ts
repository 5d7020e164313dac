import type { AdminActor } from '../../platform/database.server.ts'
import { columnsOf } from './project-columns.ts'
import type { ProjectFacts } from './project-schema.ts'

/** A project as a file has it, under an address that is free. */
export type ImportedProject = ProjectFacts & { slug: string }

const atATime = 500

/**
 * Adds projects of a file; none of them is published, because none has a cover (decisions §4). The caller holds the
 * choosing of slugs; a taken one is a fault here.
 */
export async function importProjects(
  admin: AdminActor,
  projects: readonly ImportedProject[],
): Promise<void> {
  for (let at = 0; at < projects.length; at += atATime) {
    const rows = projects.slice(at, at + atATime).map((project) => ({
      ...columnsOf(project),
      published: false,
      slug: project.slug,
    }))
    await admin.tx.insertInto('project').values(rows).execute()
  }
}

/** Every project's name and address, and the addresses that projects had before. */
export async function takenNames(admin: AdminActor) {
  const projects = await admin.tx
    .selectFrom('project')
    .select(['name', 'slug', 'archived_at'])
    .execute()
  const former = await admin.tx.selectFrom('former_slug').select('slug').execute()
  return { projects, former: new Set(former.map(({ slug }) => slug)) }
}
