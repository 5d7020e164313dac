import { sql } from 'kysely'
import type {
  Actor,
  InvestorActor,
  InvestorReader,
} from '../../platform/database/database.server.ts'
import { audit } from '../../platform/events.server.ts'
import type { MailChoice } from './mail-preferences-schema.ts'

/** What goes to who never chose: messages as the office sends them, and no news besides. */
const unchosen: MailChoice = { messages: true, news: false }

/** What the investor whose portal this is gets by mail. */
export async function findMailPreferences(reader: InvestorReader): Promise<MailChoice> {
  const chosen = await reader.tx
    .selectFrom('mail_choice')
    .select(['messages', 'news'])
    .where('investor_id', '=', reader.investorId)
    .executeTakeFirst()
  return chosen ?? unchosen
}

/** Keeps what an investor wants by mail from now on; mails that are queued already are held against it too. Logged. */
export async function setMailPreferences(
  investor: InvestorActor,
  { messages, news }: MailChoice,
): Promise<void> {
  await investor.tx
    .insertInto('mail_choice')
    .values({ investor_id: investor.investorId, messages, news })
    .onConflict((conflict) => conflict.column('investor_id').doUpdateSet({ messages, news }))
    .execute()
  await audit(investor, 'choosemails', 'investor', investor.investorId, { messages, news })
}

/** Of these investors those who want this kind of notice by mail, in any order. For reactions and the worker. */
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
    .where('investor.id', 'in', investorIds)
    .where(sql<boolean>`coalesce(${sql.ref(`mail_choice.${kind}`)}, ${unchosen[kind]})`)
    .execute()
  return rows.map(({ id }) => id)
}
