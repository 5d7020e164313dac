import { sql } from 'kysely'
import type {
  Actor,
  InvestorActor,
  InvestorReader,
} from '../../platform/database/database.server.ts'
import { audit } from '../../platform/events.server.ts'
import type { MailChoice } from './mail-preferences-schema.ts'

/** The default of someone who never chose. */
const unchosen: MailChoice = { messages: true, news: false, reminders: true }

/** The email preferences of the portal's investor. */
export async function findMailPreferences(reader: InvestorReader): Promise<MailChoice> {
  const chosen = await reader.tx
    .selectFrom('mail_choice')
    .select(['messages', 'news', 'reminders'])
    .where('investor_id', '=', reader.investorId)
    .executeTakeFirst()
  return chosen ?? unchosen
}

/** Stores an investor's email preferences, which also apply to queued emails. Audited. */
export async function setMailPreferences(
  investor: InvestorActor,
  { messages, news, reminders }: MailChoice,
): Promise<void> {
  const choice = { messages, news, reminders }
  await investor.tx
    .insertInto('mail_choice')
    .values({ investor_id: investor.investorId, ...choice })
    .onConflict((conflict) => conflict.column('investor_id').doUpdateSet(choice))
    .execute()
  await audit(investor, 'choosemails', 'investor', investor.investorId, choice)
}

/** Those of these investors who want this kind of email, in any order. For reactions and the worker. */
export async function recipientsWithPreference(
  actor: Actor,
  kind: keyof MailChoice,
  investorIds: string[],
): Promise<string[]> {
  if (investorIds.length === 0) return []
  const rows = await actor.tx
    .selectFrom('investor')
    .leftJoin('mail_choice', 'mail_choice.investor_id', 'investor.id')
    .select('investor.id')
    .where(sql<boolean>`investor.id = any(${investorIds}::uuid[])`)
    .where(sql<boolean>`coalesce(${sql.ref(`mail_choice.${kind}`)}, ${unchosen[kind]})`)
    .execute()
  return rows.map(({ id }) => id)
}
