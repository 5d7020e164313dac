import type { Actor } from '../../platform/database.server.ts'
import type { Company } from './company.ts'

/** What the company tells about itself; one row that admins edit (decisions §1). */
export async function companyFacts(actor: Actor): Promise<Company> {
  const { facts } = await actor.tx.selectFrom('company').select('facts').executeTakeFirstOrThrow()
  return facts as Company
}

/** The settings of the installation that screens need. */
export type Installation = { demo: boolean; uploadLimitBytes: number }

/** Whether this is a demo, and how large an upload may be. */
export async function findInstallation(actor: Actor): Promise<Installation> {
  const row = await actor.tx.selectFrom('installation').select(['demo', 'upload_limit_bytes']).executeTakeFirstOrThrow()
  return { demo: row.demo, uploadLimitBytes: Number(row.upload_limit_bytes) }
}
