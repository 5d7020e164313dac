import { sql } from 'kysely'
import { config } from '../../../platform/config.server.ts'
import type { Actor } from '../../../platform/database/database.server.ts'
import { companyFacts, findInstallation } from '../../company/company.server.ts'
import { linkLifetime } from '../recovery/link-lifetime.server.ts'

/** What screens say about the mail of a link: how long it is valid, whether it can go out, and whom to write to. */
export type LinkMailFacts = { lifetime: string; trouble: boolean; supportEmail: string | null }

/** Facts about recovery mail that are the same for every address. */
export async function recoveryMailFacts(actor: Actor): Promise<LinkMailFacts> {
  const { supportEmail } = await companyFacts(actor)
  return {
    supportEmail,
    lifetime: await linkLifetime(actor, 'recovery'),
    trouble: await isMailFailing(actor),
  }
}

/**
 * Whether no email can be sent: no transport is configured, or every delivery of the last ten minutes failed. Never
 * depends on an address.
 */
export async function isMailFailing(actor: Actor): Promise<boolean> {
  if (!(await hasMailTransport(actor))) return true
  const { rows } = await sql<{ trouble: boolean }>`select mail_in_trouble() as trouble`.execute(
    actor.tx,
  )
  return rows[0]?.trouble ?? false
}

/** Whether mail goes to a real server. Without one a demo prints it, and everything else waits. */
export const hasMailServer = (): boolean => config.smtpUrl !== null

/** Whether there is anything that hands mail on: a mail server, or the terminal of a demo. Without it mail waits. */
export async function hasMailTransport(actor: Actor): Promise<boolean> {
  return config.smtpUrl !== null || (await findInstallation(actor)).demo
}
