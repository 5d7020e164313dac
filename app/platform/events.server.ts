import { sql } from 'kysely'
import type { DomainEvent, Topic } from '../values/event.ts'
import { type Actor, type AdminActor, withReactionsRole } from './database/database.server.ts'

/**
 * What follows from one kind of event. `read` runs with the actor's own rights and gathers what `write` needs;
 * `write` runs as msingi_reactions, which may insert and hardly read (docs/decisions/002). `topics` names whose open
 * pages have changed.
 */
export type Reaction<E extends DomainEvent = DomainEvent, Facts = unknown> = {
  to: E['kind'][]
  read?: (actor: Actor, event: E) => Promise<Facts>
  write?: (actor: Actor, event: E, facts: Facts) => Promise<void>
  topics?: (event: E) => Topic[]
}

let reactions: Reaction[] | null = null

/** Gives one reaction its types: the event by its kinds, the facts by what `read` returns. */
export function reaction<K extends DomainEvent['kind'], Facts = undefined>(
  to: K[],
  parts: Omit<Reaction<Extract<DomainEvent, { kind: K }>, Facts>, 'to'>,
): Reaction {
  return { to, ...parts } as unknown as Reaction
}

/** Registers the one list of reactions (app/reactions/reactions.server.ts), when the program or a test starts. */
export function registerReactions(list: Reaction[]): void {
  reactions = list
}

/**
 * Writes the event and runs its reactions, one after another, in the actor's transaction: all of it commits with the
 * command or not at all. Throws when no reactions are registered, so that nothing is ever silently left out.
 */
export async function publish(actor: Actor, event: DomainEvent): Promise<void> {
  if (!reactions) throw new Error('no reactions are registered')
  const concerned = reactions.filter((one) => one.to.includes(event.kind))
  const { kind, ...ids } = event
  await withReactionsRole(actor, async () => {
    await sql`insert into event (kind, payload, actor, actor_id) values (${kind}, ${JSON.stringify(ids)},
      current_setting('app.actor'), nullif(current_setting('app.user_id'), '')::uuid)`.execute(
      actor.tx,
    )
  })
  const topics = new Set<Topic>()
  for (const { read, write, topics: named } of concerned) {
    const facts = await read?.(actor, event)
    if (write) await withReactionsRole(actor, () => write(actor, event, facts))
    for (const topic of named?.(event) ?? []) topics.add(topic)
  }
  if (topics.size === 0) return
  await sql`select pg_notify('msingi', topic) from unnest(${[...topics]}::text[]) as topic`.execute(
    actor.tx,
  )
}

/**
 * Logs an act that changes no table, such as a sign-in or a download (decisions §8). Ids and counts only: never a
 * name, an address or a token.
 */
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

/**
 * Logs this download, once a minute for the same person, subject and facts: what a browser fetches in parts
 * is one download.
 */
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

/** From here to the end of the transaction the log says that an import did it, confirmed by this account (decisions §8). */
export async function auditAsImport({ tx }: AdminActor): Promise<void> {
  await sql`select set_config('app.actor', 'import', true)`.execute(tx)
}
