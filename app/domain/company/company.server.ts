import { config } from '../../platform/config.server.ts'
import type { Actor, AdminActor } from '../../platform/database/database.server.ts'
import { phoneReader, readPhone, shownPhone } from '../../platform/phone.server.ts'
import type { PhoneReader } from '../../values/phone.ts'
import type { Company } from './company.ts'
import { senderAddress } from './new-company.ts'
import { readStoredCompany } from './stored-company.ts'

/** The company settings; damaged stored values are replaced by defaults. */
export async function companyFacts(actor: Actor): Promise<Company> {
  const { facts } = await actor.tx.selectFrom('company').select('facts').executeTakeFirstOrThrow()
  return readCompany(facts)
}

/** Reads phone numbers with a country code, as chat links need them. */
export const readInternationalPhone: PhoneReader = (text) => readPhone(text)

/** Reads phone numbers, by default in the company's country. */
export async function companyPhoneReader(actor: Actor): Promise<PhoneReader> {
  return phoneReader((await companyFacts(actor)).phoneRegion)
}

/** The WhatsApp number as it is shown: like the phone number where it is the same, else such as +254 711 000111. */
export const shownWhatsapp = ({ phone, whatsapp }: Pick<Company, 'phone' | 'whatsapp'>): string =>
  phone !== null && phone.replace(/\D/g, '') === whatsapp ? phone : shownPhone(`+${whatsapp ?? ''}`)

export type CompanySettings = { version: number; company: Company }

/** The company with the version that detects concurrent edits. */
export async function companySettings(admin: AdminActor): Promise<CompanySettings> {
  const row = await admin.tx
    .selectFrom('company')
    .select(['facts', 'version'])
    .executeTakeFirstOrThrow()
  return { version: row.version, company: readCompany(row.facts) }
}

/** The company from stored facts, current or historical. */
export function readCompany(facts: unknown): Company {
  return readStoredCompany(facts, senderAddress(config.mailFrom))
}

export type Installation = { demo: boolean; uploadLimitBytes: number }

/** Whether this is a demo, and the maximum upload size. */
export async function findInstallation(actor: Actor): Promise<Installation> {
  const row = await actor.tx
    .selectFrom('installation')
    .select(['demo', 'upload_limit_bytes'])
    .executeTakeFirstOrThrow()
  return { demo: row.demo, uploadLimitBytes: Number(row.upload_limit_bytes) }
}
