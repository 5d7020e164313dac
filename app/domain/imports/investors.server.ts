import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database.server.ts'
import { shownPhone } from '../../platform/phone.server.ts'
import { formatDay, isAfter } from '../../values/calendar-date.ts'
import { emailAddress, optionalDay, optionalPhone, requiredText } from '../../values/fields.ts'
import type { PhoneReader } from '../../values/phone.ts'
import { trimmed } from '../../values/visible.ts'
import { companyPhoneReader } from '../company/company.server.ts'
import { addressEverybody } from '../investors/everybody.server.ts'
import {
  type InvestorStatus,
  investorStatuses,
  investorStatusLabels,
} from '../investors/investor.ts'
import { asWords, dayCell, wordCell } from './cells.ts'
import { type Checked, Findings, inBatches, type ListImport, type Refusal } from './check.server.ts'
import { column, dayExamples, type ImportRow, type ValueOf } from './rows.server.ts'

/** Without a status somebody is pending, without a day they join today. */
const columnsFor = (readPhone: PhoneReader) => ({
  fullName: column(['Full name', 'name'], requiredText(200, 'A name is required.'), {
    required: true,
    says: 'Up to 200 characters.',
    example: 'Amina Hassan',
  }),
  email: column(
    ['Email', 'e-mail', 'email address'],
    z
      .string()
      .refine((text) => trimmed(text) !== '', 'An email is required.')
      .pipe(emailAddress('This is no email address.')),
    { required: true, says: 'Each one once.', example: 'amina.hassan@example.com' },
  ),
  phone: column(['Phone', 'phone number', 'telephone'], optionalPhone(readPhone), {
    says: 'With or without the country.',
    example: '+254 711 000 000',
  }),
  status: column(
    ['Status'],
    wordCell<InvestorStatus>(asWords(investorStatuses), 'Not a status of an investor.', {
      means: 'pending',
    }),
    { says: 'Active, pending or inactive; pending when empty.', example: 'Pending' },
  ),
  joinedOn: column(['Join date', 'joined', 'joined on'], dayCell(optionalDay()), {
    isDay: true,
    says: `A day, ${dayExamples}; today when empty.`,
    example: '2026-03-31',
  }),
})

type Investor = ValueOf<ReturnType<typeof columnsFor>>

/** Investors of a file: without accounts, mails and notifications (decisions §4). */
export const investorImport: ListImport = {
  columns: columnsFor(() => null),
  notRead: ['Total invested (USD)', 'Sign-in', 'Last signed in (UTC)', 'Archived', 'Id'],
  check,
}

/**
 * Each address may be in a file once; who has one already is left out, and one that is an administrator's is a problem,
 * because linking it asks first (decisions §2).
 */
async function check(admin: AdminActor, rows: readonly ImportRow[]): Promise<Checked> {
  const columns = columnsFor(await companyPhoneReader(admin))
  const findings = new Findings<typeof columns, Investor>(columns)
  const read = await findings.read(rows)
  const emails = new Set(read.flatMap(({ known }) => known.email ?? []))
  const holders = await holdersOf(admin, [...emails])
  const today = clock.today()
  const firstWith = new Map<string, number>()
  for (const row of read) {
    const { email = '', joinedOn } = row.known
    const holder = holders.get(email)
    const refusals = addressRefusals(firstWith.get(email), holder)
    if (joinedOn && isAfter(joinedOn, today))
      refusals.push(['joinedOn', 'The join date cannot be in the future.'])
    for (const refusal of refusals) findings.refuse(row, ...refusal)
    if (email !== '' && !firstWith.has(email)) firstWith.set(email, row.row)
    if (refusals.length > 0 || !row.value) continue
    const name = row.value.fullName
    if (holder) findings.keep(row, { name, about: holderWords(holder) })
    else findings.add(row, row.value, { name, about: aboutOf(row.value) })
  }
  return findings.checked({
    // Whoever adds a person waits before they look for the address.
    hold: () => addressEverybody(admin),
    write: (investors, importId) => addInvestors(admin, investors, importId),
  })
}

function addressRefusals(first: number | undefined, holder: Holder | undefined): Refusal[] {
  if (first !== undefined)
    return [['email', `The same email stands in row ${first}.`, 'Keep one of the two.']]
  if (holder?.investorId !== null) return []
  const says = `This is the email of ${holder.name}, who signs in and is no investor.`
  return [['email', says, 'Add them by hand.']]
}

const holderWords = ({ email, name, isArchived }: Holder) =>
  `${email} is the email of ${name}${isArchived ? ', archived' : ''}`

function aboutOf({ email, phone, status, joinedOn }: Investor): string {
  const joined = `joined ${formatDay(joinedOn ?? clock.today())}`
  const facts = [email, phone && shownPhone(phone), investorStatusLabels[status], joined]
  return facts.filter((fact) => fact !== null).join(', ')
}

/** Who has an address, in their record or in the account they sign in with; no `investorId`: an administrator. */
type Holder = { email: string; name: string; investorId: string | null; isArchived: boolean }

/** By address; all are asked for in one query each: a file may have a hundred thousand. */
async function holdersOf(admin: AdminActor, emails: readonly string[]) {
  const accounts = await admin.tx
    .selectFrom('auth.sign_in_account as account')
    .leftJoin('investor', 'investor.user_id', 'account.id')
    .select(['account.email', 'account.name', 'investor.id', 'investor.archived_at'])
    .where(sql<SqlBool>`account.email = any(${emails}::text[])`)
    .execute()
  const own = await admin.tx
    .selectFrom('investor')
    .select(['email', 'full_name as name', 'id', 'archived_at'])
    .where(sql<SqlBool>`email = any(${emails}::text[])`)
    .execute()
  const found = new Map<string, Holder>()
  for (const { email, name, id, archived_at } of [...accounts, ...own]) {
    const holder = {
      email: email ?? '',
      name: name ?? '',
      investorId: id,
      isArchived: archived_at !== null,
    }
    if (!found.get(holder.email)?.investorId) found.set(holder.email, holder)
  }
  return found
}

function addInvestors(admin: AdminActor, investors: readonly Investor[], importId: string) {
  const rows = investors.map((investor) => ({
    full_name: investor.fullName,
    email: investor.email,
    phone: investor.phone,
    own_status: investor.status,
    joined_on: investor.joinedOn ?? clock.today(),
    import_id: importId,
  }))
  return inBatches(rows, (batch) => admin.tx.insertInto('investor').values(batch).execute())
}
