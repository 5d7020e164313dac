import { sql } from 'kysely'
import { config } from '../../../platform/config.server.ts'
import type { Actor } from '../../../platform/database/database.server.ts'
import { companyFacts, findInstallation } from '../../company/company.server.ts'
import { linkLifetime } from '../recovery/link-lifetime.server.ts'

export type LinkMailFacts = { lifetime: string; trouble: boolean; supportEmail: string | null }

/** Facts about recovery email that do not depend on an address. */
export async function recoveryMailFacts(actor: Actor): Promise<LinkMailFacts> {
  const { supportEmail } = await companyFacts(actor)
  return {
    supportEmail,
    lifetime: await linkLifetime(actor, 'recovery'),
    trouble: await isMailFailing(actor),
  }
}

/** Whether no email can be sent: no transport, or every delivery of the last ten minutes failed. */
export async function isMailFailing(actor: Actor): Promise<boolean> {
  if (!(await hasMailTransport(actor))) return true
  const { rows } = await sql<{ trouble: boolean }>`select mail_in_trouble() as trouble`.execute(
    actor.tx,
  )
  return rows[0]?.trouble ?? false
}

/** Without a server, a demo prints email to the terminal and other installations queue it. */
export const hasMailServer = (): boolean => config.smtpUrl !== null

/** Whether a mail server or a demo's terminal takes email. */
export async function hasMailTransport(actor: Actor): Promise<boolean> {
  return config.smtpUrl !== null || (await findInstallation(actor)).demo
}
