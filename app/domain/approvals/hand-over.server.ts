import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'

/** Proposals of a person that wait, and statements they uploaded and did not confirm. */
export type OpenTasks = { proposals: number; statements: number }

/** The open tasks of an account, none for one that is not of staff. */
export async function openTasksOf({ tx }: AdminActor, userId: string): Promise<OpenTasks> {
  const { rows } =
    await sql<OpenTasks>`select proposals, statements from open_tasks(${userId})`.execute(tx)
  return rows[0] ?? { proposals: 0, statements: 0 }
}

export type Colleague = { id: string; name: string }

/** The active staff whose roles include the open tasks of this person, by name. */
export async function successorsOf({ tx }: AdminActor, userId: string): Promise<Colleague[]> {
  const { rows } =
    await sql<Colleague>`select id, name from successors_of(${userId}) order by name, id`.execute(
      tx,
    )
  return rows
}

/**
 * Hands the open tasks of one person to another member of staff, who can then withdraw the proposals and confirm the
 * statements. Refused when they are not active staff whose roles include that. Audited. Publishes tasks.handed-over.
 */
export async function handOverTasks(
  admin: AdminActor,
  { from, to }: { from: string; to: string },
): Promise<{ handedOver: true } | { refused: 'no-successor' }> {
  const successors = await successorsOf(admin, from)
  if (!successors.some(({ id }) => id === to)) return { refused: 'no-successor' }
  const { rows } = await sql<{
    done: boolean
  }>`select hand_over(${from}, ${to}) as done`.execute(admin.tx)
  if (!rows[0]?.done) return { refused: 'no-successor' }
  await publish(admin, { kind: 'tasks.handed-over', from, to })
  return { handedOver: true }
}
