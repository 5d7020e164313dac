import { clock } from '../../platform/clock.server.ts'
import type { Actor, AdminActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import type { LegalText, LegalTextKind } from './legal-text.ts'

/** All published versions of a text, newest first, without their bodies. */
export async function legalVersions(
  reader: Actor,
  kind: LegalTextKind,
): Promise<Omit<LegalText, 'body'>[]> {
  return reader.tx
    .selectFrom('legal_text')
    .select(['version', 'published_at as publishedAt'])
    .where('kind', '=', kind)
    .orderBy('version', 'desc')
    .execute()
}

/** A version of a text, by default the newest; null when it was never published. */
export async function findLegalText(
  reader: Actor,
  kind: LegalTextKind,
  version?: number,
): Promise<LegalText | null> {
  const found = await reader.tx
    .selectFrom('legal_text')
    .select(['version', 'body', 'published_at as publishedAt'])
    .where('kind', '=', kind)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

/** The newest version of each published text. */
export async function publishedLegalTexts(
  reader: Actor,
): Promise<{ kind: LegalTextKind; version: number; publishedAt: Date }[]> {
  return reader.tx
    .selectFrom('legal_text')
    .distinctOn('kind')
    .select(['kind', 'version', 'published_at as publishedAt'])
    .orderBy('kind')
    .orderBy('version', 'desc')
    .execute()
}

export type LegalTextPublished = { version: number } | { refused: 'unchanged' | 'version-conflict' }

/**
 * Publishes a new version, which the public page shows immediately; earlier ones stay readable. Refused when the text is
 * the same as the newest, or when `version` is not the newest. Audited. Publishes company.changed.
 */
export async function publishLegalText(
  admin: AdminActor,
  kind: LegalTextKind,
  { version, body }: { version: number; body: string },
): Promise<LegalTextPublished> {
  await admin.tx.selectFrom('company').select('only_one').forUpdate().executeTakeFirstOrThrow()
  const newest = await findLegalText(admin, kind)
  if ((newest?.version ?? 0) !== version) return { refused: 'version-conflict' }
  if (newest?.body === body) return { refused: 'unchanged' }
  const next = version + 1
  await admin.tx
    .insertInto('legal_text')
    .values({ kind, version: next, body, published_at: clock.now() })
    .execute()
  await publish(admin, { kind: 'company.changed' })
  return { version: next }
}
