import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { isId } from '../../values/id.ts'

/** Proposals of a person that wait, and statements they uploaded and did not confirm. */
export type OpenTasks = { proposals: number; statements: number }

/** The open tasks of an account, none for one that is not of staff. */
export async function openTasksOf({ tx }: AdminActor, userId: string): Promise<OpenTasks> {
  const { rows } =
    await sql<OpenTasks>`select proposals, statements from open_tasks(${userId})`.execute(tx)
  return rows[0] ?? { proposals: 0, statements: 0 }
}

export type Colleague = { id: string; name: string }

/** The active staff without this person, by name. */
export async function colleaguesOf({ tx }: AdminActor, userId: string): Promise<Colleague[]> {
  return tx
    .selectFrom('auth.sign_in_account as account')
    .select(['account.id', 'account.name'])
    .where('account.role', '=', 'admin')
    .where('account.status', '=', 'active')
    .where('account.id', '<>', userId)
    .orderBy('account.name')
    .orderBy('account.id')
    .execute()
}

/**
 * Hands the open tasks of one person to another member of staff, who can then withdraw the proposals and confirm the
 * statements. Refused when they are not active staff. Audited. Publishes tasks.handed-over.
 */
export async function handOverTasks(
  admin: AdminActor,
  { from, to }: { from: string; to: string },
): Promise<{ handedOver: true } | { refused: 'no-successor' }> {
  if (!isId(to)) return { refused: 'no-successor' }
  const { rows } = await sql<{
    done: boolean
  }>`select hand_over(${from}, ${to}) as done`.execute(admin.tx)
  if (!rows[0]?.done) return { refused: 'no-successor' }
  await publish(admin, { kind: 'tasks.handed-over', from, to })
  return { handedOver: true }
}
