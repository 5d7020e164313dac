import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { shownPhone } from '../../platform/phone.server.ts'
import { formatDay, isAfter } from '../../values/calendar-date.ts'
import { emailAddress, optionalDay, optionalPhone, requiredText } from '../../values/fields.ts'
import type { PhoneReader } from '../../values/phone.ts'
import { trimmed } from '../../values/visible.ts'
import { lockAudienceForMessage } from '../investors/audience-lock.server.ts'
import {
  type InvestorStatus,
  investorStatuses,
  investorStatusLabels,
} from '../investors/investor.ts'
import { asWords, dayCell, wordCell } from './cells.ts'
import { listImport, type Plan, type ReadRow, type Refusal, type ValueOf } from './check.server.ts'
import { dayExamples } from './table.server.ts'

const statuses = asWords<InvestorStatus>(investorStatuses)

/** Without a status an investor is pending; without a day they join today. */
const cells = (readPhone: PhoneReader) => ({
  fullName: requiredText(200, 'A name is required.'),
  email: z
    .string()
    .refine((text) => trimmed(text) !== '', 'An email is required.')
    .pipe(emailAddress('This is not an email address.')),
  phone: optionalPhone(readPhone),
  status: wordCell(statuses, 'Not an investor status.', {
    means: 'pending' as InvestorStatus,
  }),
  joinedOn: dayCell(optionalDay()),
})

type Investor = ValueOf<ReturnType<typeof cells>>

/** Creates no accounts, emails or notifications. */
export const investorImport = listImport({
  cells,
  words: {
    fullName: 'Full name, name | Up to 200 characters. | Amina Hassan',
    email: 'Email, e-mail, email address | Each email once. | amina.hassan@example.com',
    phone: 'Phone, phone number, telephone | With or without the country. | +254 711 000 000',
    status: 'Status | Active, pending or inactive; pending when empty. | Pending',
    joinedOn: `Join date, joined, joined on | A day, ${dayExamples}; today when empty. | 2026-03-31`,
  },
  notRead: ['Total invested (USD)', 'Sign-in', 'Last signed in (UTC)', 'Archived', 'Id'],
  prepare,
})

/** Existing investors are skipped. An administrator's address is a problem, because linking needs confirmation. */
async function prepare(
  admin: AdminActor,
  rows: readonly ReadRow<Investor>[],
): Promise<Plan<Investor, Investor>> {
  const emails = new Set(rows.flatMap(({ known }) => known.email ?? []))
  const holders = await holdersOf(admin, [...emails])
  const firstWith = new Map<string, number>()
  return {
    judge: ({ row, known: { email = '', joinedOn }, value }) => {
      const holder = holders.get(email)
      const refusals = addressRefusals(firstWith.get(email), holder)
      if (joinedOn && isAfter(joinedOn, clock.today()))
        refusals.push(['joinedOn', 'The join date cannot be in the future.'])
      if (email !== '' && !firstWith.has(email)) firstWith.set(email, row)
      const about = value && (holder ? holderWords(holder) : aboutOf(value))
      const shown = value && { name: value.fullName, about: about ?? '' }
      return { refusals, shown, isHere: holder !== undefined, value }
    },
    // The lock is taken before addresses are looked up.
    hold: () => lockAudienceForMessage(admin),
    write: (investors, importId) =>
      admin.tx
        .insertInto('investor')
        .values(
          investors.map(({ fullName, email, phone, status, joinedOn }) => ({
            full_name: fullName,
            email,
            phone,
            own_status: status,
            import_id: importId,
            joined_on: joinedOn ?? clock.today(),
          })),
        )
        .execute(),
  }
}

function addressRefusals(first: number | undefined, holder: Holder | undefined): Refusal[] {
  if (first !== undefined)
    return [['email', `The same email is in row ${first}.`, 'Keep one of the two.']]
  if (holder?.investorId !== null) return []
  const says = `This is the email of ${holder.name}, who has an account but is not an investor.`
  return [['email', says, 'Add them by hand.']]
}

const holderWords = ({ email, name, isArchived }: Holder) =>
  `${email} is the email of ${name}${isArchived ? ', archived' : ''}`

function aboutOf({ email, phone, status, joinedOn }: Investor): string {
  const joined = `joined ${formatDay(joinedOn ?? clock.today())}`
  const facts = [email, phone && shownPhone(phone), investorStatusLabels[status], joined]
  return facts.filter((fact) => fact !== null).join(', ')
}

/** An address of an investor's record or account; no `investorId` for an administrator. */
type Holder = { email: string; name: string; investorId: string | null; isArchived: boolean }

/** By address, in one query each: a file may have a hundred thousand rows. */
async function holdersOf({ tx }: AdminActor, emails: readonly string[]) {
  const accounts = await tx
    .selectFrom('auth.sign_in_account as account')
    .leftJoin('investor', 'investor.user_id', 'account.id')
    .select(['account.email', 'account.name', 'investor.id', 'investor.archived_at'])
    .where(sql<SqlBool>`account.email = any(${emails}::text[])`)
    .execute()
  const own = await tx
    .selectFrom('investor')
    .select(['email', 'full_name as name', 'id', 'archived_at'])
    .where(sql<SqlBool>`email = any(${emails}::text[])`)
    .execute()
  const found = new Map<string, Holder>()
  for (const { email, name, id, archived_at } of [...accounts, ...own]) {
    if (email === null || found.get(email)?.investorId) continue
    found.set(email, { email, name: name ?? '', investorId: id, isArchived: archived_at !== null })
  }
  return found
}
