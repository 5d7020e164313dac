import { sql } from 'kysely'
import type { DomainEvent, Topic } from '../values/event.ts'
import { type Actor, type AdminActor, withReactionsRole } from './database/database.server.ts'

/**
 * `read` runs with the actor's rights and gathers what `write` needs; `write` runs as
 * msingi_reactions, which may insert but hardly read. `topics` are those of pages that changed.
 */
export type Reaction<E extends DomainEvent = DomainEvent, Facts = unknown> = {
  to: E['kind'][]
  read?: (actor: Actor, event: E) => Promise<Facts>
  write?: (actor: Actor, event: E, facts: Facts) => Promise<void>
  topics?: (event: E) => Topic[]
}

let reactions: Reaction[] | null = null

/** Infers a reaction's types. */
export function reaction<K extends DomainEvent['kind'], Facts = undefined>(
  to: K[],
  parts: Omit<Reaction<Extract<DomainEvent, { kind: K }>, Facts>, 'to'>,
): Reaction {
  return { to, ...parts } as unknown as Reaction
}

/** Called once at start with the list in app/reactions/reactions.server.ts. */
export function registerReactions(list: Reaction[]): void {
  reactions = list
}

/** Writes the event and runs its reactions in the actor's transaction. Throws when none are registered. */
export async function publish(actor: Actor, event: DomainEvent): Promise<void> {
  if (!reactions) throw new Error('no reactions are registered')
  const matching = reactions.filter((registered) => registered.to.includes(event.kind))
  const { kind, ...ids } = event
  await withReactionsRole(actor, async () => {
    await sql`insert into event (kind, payload, actor, actor_id) values (${kind}, ${JSON.stringify(ids)},
      current_setting('app.actor'), nullif(current_setting('app.user_id'), '')::uuid)`.execute(
      actor.tx,
    )
  })
  const topics = new Set<Topic>()
  for (const { read, write, topics: named } of matching) {
    const facts = await read?.(actor, event)
    if (write) await withReactionsRole(actor, () => write(actor, event, facts))
    for (const topic of named?.(event) ?? []) topics.add(topic)
  }
  if (topics.size === 0) return
  await sql`select pg_notify('msingi', topic) from unnest(${[...topics]}::text[]) as topic`.execute(
    actor.tx,
  )
}

/** Audits an act that changes no table. Ids and counts only: never a name, an email address or a token. */
export async function audit(
  actor: Actor,
  act: string,
  subject: string,
  subjectId: string | null,
  facts: Record<string, string | number | boolean> = {},
): Promise<void> {
  await sql`select audit_act(${act}, ${subject}, ${subjectId}, ${JSON.stringify(facts)}::jsonb)`.execute(
    actor.tx,
  )
}

/** Audits a download at most once a minute per user, subject and facts: browsers fetch files in parts. */
export async function auditDownload(
  actor: Actor,
  subject: string,
  subjectId: string,
  facts: Record<string, string | number> = {},
): Promise<void> {
  await sql`select audit_download(${subject}, ${subjectId}, ${JSON.stringify(facts)}::jsonb)`.execute(
    actor.tx,
  )
}

/** The rest of the transaction is audited as an import confirmed by this account. */
export async function auditAsImport({ tx }: AdminActor): Promise<void> {
  await sql`select set_config('app.actor', 'import', true)`.execute(tx)
}
