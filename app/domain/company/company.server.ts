import { config } from '../../platform/config.server.ts'
import type { Actor, AdminActor } from '../../platform/database/database.server.ts'
import { phoneReader, readPhone } from '../../platform/phone.server.ts'
import type { PhoneReader } from '../../values/phone.ts'
import type { Company } from './company.ts'
import { senderAddress } from './new-company.ts'
import { readStoredCompany } from './stored-company.ts'

/** What the company tells about itself; one row that admins edit. Whatever is stored, it can be shown. */
export async function companyFacts(actor: Actor): Promise<Company> {
  const { facts } = await actor.tx.selectFrom('company').select('facts').executeTakeFirstOrThrow()
  return readCompany(facts)
}

/** Reads phone numbers with a country code, as a chat link needs them. */
export const readInternationalPhone: PhoneReader = (text) => readPhone(text)

/** Reads phone numbers, those without a country code as of the company's country. */
export async function companyPhoneReader(actor: Actor): Promise<PhoneReader> {
  return phoneReader((await companyFacts(actor)).phoneRegion)
}

/** The company as admins edit it; `version` says which edition they began with. */
export type CompanySettings = { version: number; company: Company }

/** The company as an administrator edits it, with the version by which two who edit at once are told apart. */
export async function companySettings(admin: AdminActor): Promise<CompanySettings> {
  const row = await admin.tx
    .selectFrom('company')
    .select(['facts', 'version'])
    .executeTakeFirstOrThrow()
  return { version: row.version, company: readCompany(row.facts) }
}

/** The company in stored facts, of today or of an earlier version. */
export function readCompany(facts: unknown): Company {
  return readStoredCompany(facts, senderAddress(config.mailFrom))
}

/** The settings of the installation that screens need. */
export type Installation = { demo: boolean; uploadLimitBytes: number }

/** Whether this is a demo, and how large an upload may be. */
export async function findInstallation(actor: Actor): Promise<Installation> {
  const row = await actor.tx
    .selectFrom('installation')
    .select(['demo', 'upload_limit_bytes'])
    .executeTakeFirstOrThrow()
  return { demo: row.demo, uploadLimitBytes: Number(row.upload_limit_bytes) }
}
