import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { AdminActor, InvestorActor, WorkerActor } from './database.server.ts'

const terminal = '00000000-0000-0000-0000-000000000000'

/**
 * Runs a command at most once per idempotency key. The same key and input return the first result; another input is
 * refused as `key-reused`. Concurrent calls with the same key are serialised. Results are stored as JSON, refusals are
 * not, so the key can be retried.
 */
export async function exactlyOnce<Answer extends object>(
  actor: AdminActor | InvestorActor,
  command: string,
  key: string,
  input: Record<string, string | number | bigint | boolean | null>,
  work: () => Promise<Answer>,
): Promise<Answer | { refused: 'key-reused' }> {
  const actorId = actor.userId ?? terminal
  const inputHash = createHash('sha256').update(canonical(input)).digest('hex')
  const claimed = await actor.tx
    .insertInto('command_key')
    .values({ actor_id: actorId, command, key, input_hash: inputHash })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  const sameKey = { actor_id: actorId, command, key }
  if (claimed.numInsertedOrUpdatedRows === 0n) {
    const first = await actor.tx
      .selectFrom('command_key')
      .select(['input_hash', 'answer'])
      .where((row) => row.and(sameKey))
      .executeTakeFirstOrThrow()
    return first.input_hash === inputHash ? (first.answer as Answer) : { refused: 'key-reused' }
  }
  const answer = await work()
  if ('refused' in answer) return answer
  await actor.tx
    .updateTable('command_key')
    .set({ answer: sql`${JSON.stringify(answer)}::jsonb` })
    .where((row) => row.and(sameKey))
    .execute()
  return answer
}

/** Deletes keys older than 30 days. */
export async function forgetOldKeys(worker: WorkerActor): Promise<void> {
  await sql`delete from command_key where created_at < now() - interval '30 days'`.execute(
    worker.tx,
  )
}

function canonical(input: Record<string, string | number | bigint | boolean | null>) {
  return JSON.stringify(
    Object.entries(input)
      .sort()
      .map(([name, value]) => [name, String(value)]),
  )
}
