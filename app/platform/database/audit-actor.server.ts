import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, type DatabaseConnection } from 'kysely'

type Owner = { role: 'admin' | 'investor'; userId: string; clientAddress: string | undefined }

const owners = new AsyncLocalStorage<Owner>()

const named = new WeakSet<DatabaseConnection>()

/** Within `work`, Better Auth's statements are audited as this user instead of as `guest`. */
export function withAuditActor<Result>(owner: Owner, work: () => Promise<Result>): Promise<Result> {
  return owners.run(owner, work)
}

/** Set per connection and not per transaction, because Better Auth opens none of ours. */
export async function setAuditActor(connection: DatabaseConnection) {
  const owner = owners.getStore()
  if (!owner && !named.has(connection)) return
  await connection.executeQuery(
    CompiledQuery.raw(
      `select set_config('app.actor', $1, false), set_config('app.user_id', $2, false),
        set_config('app.client_address', $3, false)`,
      [owner?.role ?? 'guest', owner?.userId ?? '', owner?.clientAddress ?? ''],
    ),
  )
  if (owner) named.add(connection)
  else named.delete(connection)
}
