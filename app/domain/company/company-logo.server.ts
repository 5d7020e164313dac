import type { Actor, AdminActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { companyFacts } from './company.server.ts'
import type { Company } from './company.ts'

export type Issuer = Company & { logo?: Buffer | null }

/** The public path of a logo; its content never changes. */
export function logoAddress(id: string): string {
  return `/logo/${id}.png`
}

/** The PNG of a present or former logo; null for an unknown id. */
export async function findLogo(actor: Actor, id: string): Promise<Buffer | null> {
  const row = await actor.tx
    .selectFrom('logo')
    .select('png')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.png ?? null
}

/** The id of the company's logo or null. */
export async function logoId(actor: Actor): Promise<string | null> {
  const row = await actor.tx.selectFrom('company').select('logo_id').executeTakeFirstOrThrow()
  return row.logo_id
}

async function companyLogo(actor: Actor): Promise<Buffer | null> {
  const id = await logoId(actor)
  return id === null ? null : findLogo(actor, id)
}

/** The company with its logo, for receipts and statements. */
export async function issuerOf(actor: Actor): Promise<Issuer> {
  return { ...(await companyFacts(actor)), logo: await companyLogo(actor) }
}

/** Sets or removes the logo, a PNG of at most 300,000 bytes. Audited. Publishes company.changed. */
export async function changeLogo(admin: AdminActor, png: Buffer | null): Promise<void> {
  const logo =
    png &&
    (await admin.tx.insertInto('logo').values({ png }).returning('id').executeTakeFirstOrThrow())
  await admin.tx
    .updateTable('company')
    .set({ logo_id: logo?.id ?? null })
    .execute()
  await publish(admin, { kind: 'company.changed' })
}
