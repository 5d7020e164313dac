import type { AdminActor } from '../platform/database/database.server.ts'
import type { CalendarDate } from '../values/calendar-date.ts'
import { instantOn } from './days.ts'
import { altOf, storeSuppliedPicture } from './pictures.server.ts'
import { completionOf } from './projects.server.ts'
import { demoProjects, type ProjectKey } from './projects.ts'
import { demoUpdates } from './updates.ts'

/** Adds each building's progress updates on their days, with pictures. */
export async function addUpdates(
  admin: AdminActor,
  projectIds: Record<ProjectKey, string>,
  today: CalendarDate,
): Promise<void> {
  for (const update of demoUpdates(today, completionOf(demoProjects.cornerPlaza, today))) {
    const { id } = await admin.tx
      .insertInto('project_update')
      .values({
        project_id: projectIds[update.project],
        dated_on: update.datedOn,
        progress_percent: update.percent,
        body: update.body,
        created_at: instantOn(update.datedOn, 30),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const name of update.pictures) {
      const pictureId = await storeSuppliedPicture(admin, name)
      await admin.tx
        .insertInto('project_update_picture')
        .values({ update_id: id, picture_id: pictureId, alt: altOf(name) })
        .execute()
    }
  }
}
