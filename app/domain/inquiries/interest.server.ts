import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { GuestActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { networkOf } from '../../platform/http/client-address.ts'
import { keyedHash } from '../../platform/session/keyed-hash.server.ts'
import { type Cents, formatAmount } from '../../values/money.ts'
import { offeredSchedules } from '../payment-plans/offered-schedules.server.ts'
import { pricedUnits } from '../projects/units.server.ts'
import { findInquiryProject } from './inquiry-project.server.ts'
import { interestCode } from './interest-code.server.ts'

/** What a guest has entered in all steps. `clientAddress` is undefined when unknown. */
export type NewInterest = {
  slug: string
  amount: Cents
  /** The free unit or share whose price the amount is; null for an amount alone. */
  unitId: string | null
  /** The template of the payment plan; null to agree the payments later. */
  templateId: string | null
  name: string
  email: string
  phone: string | null
  note: string | null
  clientAddress: string | undefined
}

export type TooMany = { refused: 'too-many'; retryAt: Date }

const allowedOfNetwork = 10
const allowedOfEmail = 3
const codeMinutes = 30
const mostWrongCodes = 5
const mostCodes = 5

/**
 * Stores a guest's interest and has a code emailed; nothing reaches the office before it is entered. Refused over ten an
 * hour from one network and over three codes an hour to one address, for a project that is closed, for a unit or share that
 * is not free at this price, and for a payment plan that is not offered for the amount.
 */
export async function expressInterest(
  guest: GuestActor,
  { slug, amount, unitId, templateId, clientAddress, ...person }: NewInterest,
): Promise<
  { interestId: string } | { refused: 'closed' | 'unit-taken' | 'template-unavailable' } | TooMany
> {
  const project = await findInquiryProject(guest, slug)
  if (!project?.isOpen) return { refused: 'closed' }
  if (unitId !== null) {
    const units = await pricedUnits(guest, project.id)
    if (units.find(({ id }) => id === unitId)?.price !== amount) return { refused: 'unit-taken' }
  }
  if (templateId !== null) {
    const plans = await offeredSchedules(guest, project.id, amount)
    if (!plans.some(({ id }) => id === templateId)) return { refused: 'template-unavailable' }
  }
  const retryAt = await countCodePost(guest, { email: person.email, clientAddress })
  if (retryAt) return { refused: 'too-many', retryAt }
  const id = randomUUID()
  const now = clock.now()
  await guest.tx
    .insertInto('expression_of_interest')
    .values({
      id,
      project_id: project.id,
      amount_cents: amount,
      unit_id: unitId,
      template_id: templateId,
      ...person,
      understood_at: now,
      code_sent_at: now,
      created_at: now,
    })
    .execute()
  await publish(guest, { kind: 'interest.code-needed', interestId: id })
  return { interestId: id }
}

/** Counts an email to an address without an account; when the next is allowed, or null when this one is. */
export async function countCodePost(
  guest: GuestActor,
  { email, clientAddress }: Pick<NewInterest, 'email' | 'clientAddress'>,
): Promise<Date | null> {
  const network = keyedHash('inquiry client', clientAddress ? networkOf(clientAddress) : 'unknown')
  return (await countPost(guest, network, allowedOfNetwork)) ?? (await countMail(guest, email))
}

const countMail = (guest: GuestActor, email: string) =>
  countPost(guest, keyedHash('interest email', email), allowedOfEmail)

/** When the next is allowed; null when this one is. */
async function countPost(guest: GuestActor, key: string, allowed: number): Promise<Date | null> {
  const { rows } = await sql<{ retryAt: Date | null }>`select
    count_inquiry_post(${key}, 1, ${allowed}, ${clock.now()}) as "retryAt"`.execute(guest.tx)
  return rows[0]?.retryAt ?? null
}

/** What the page of an interest shows. */
export type Interest = {
  slug: string
  amount: Cents
  /** What the amount is for: the project, or the chosen unit or share of it. */
  aim: string
  email: string
  isConfirmed: boolean
}

/** The interest with this secret id; null for an unknown or deleted one. */
export async function findInterest(
  guest: GuestActor,
  interestId: string,
): Promise<Interest | null> {
  await nameInterest(guest, interestId)
  const row = await guest.tx
    .selectFrom('expression_of_interest')
    .innerJoin('project', 'project.id', 'project_id')
    .leftJoin('project_unit as unit', 'unit.id', 'unit_id')
    .select(['slug', 'amount_cents', 'email', 'confirmed_at'])
    .select(['unit.name as unit', 'project.name as project'])
    .where('expression_of_interest.id', '=', interestId)
    .executeTakeFirst()
  return (
    (row && {
      slug: row.slug,
      amount: row.amount_cents,
      aim: aim(row),
      email: row.email,
      isConfirmed: row.confirmed_at !== null,
    }) ??
    null
  )
}

/** Row policies show a guest only the row with the secret id named here, until the end of the transaction. */
export async function nameInterest(guest: GuestActor, interestId: string): Promise<void> {
  await sql`select set_config('app.interest', ${interestId}, true)`.execute(guest.tx)
}

async function lockInterest(guest: GuestActor, interestId: string) {
  await nameInterest(guest, interestId)
  return guest.tx
    .selectFrom('expression_of_interest')
    .innerJoin('project', 'project.id', 'project_id')
    .leftJoin('project_unit as unit', 'unit.id', 'unit_id')
    .select(['amount_cents', 'expression_of_interest.name', 'email', 'phone', 'note'])
    .select(['expression_of_interest.project_id', 'unit_id', 'template_id', 'unit.name as unit'])
    .select([
      'understood_at',
      'codes_sent',
      'code_sent_at',
      'wrong_codes',
      'project.name as project',
    ])
    .where('expression_of_interest.id', '=', interestId)
    .where('confirmed_at', 'is', null)
    .forUpdate('expression_of_interest')
    .executeTakeFirst()
}

/** `wrongCode` is how many more may be entered; no refusal, which would undo the count. */
export type InterestConfirmed =
  | { inquiryId: string }
  | { wrongCode: number }
  | { refused: 'not-found' | 'expired' }

/**
 * Confirms the address with the emailed code, and makes the interest an inquiry. A code is valid for half an hour and
 * five attempts. A repetition after success changes nothing. Publishes inquiry.received.
 */
export async function confirmInterest(
  guest: GuestActor,
  interestId: string,
  code: string,
): Promise<InterestConfirmed> {
  const interest = await lockInterest(guest, interestId)
  if (!interest)
    return (await findInterest(guest, interestId))
      ? { inquiryId: interestId }
      : { refused: 'not-found' }
  const now = clock.now()
  if (now.getTime() - interest.code_sent_at.getTime() > codeMinutes * 60_000)
    return { refused: 'expired' }
  if (interest.wrong_codes >= mostWrongCodes) return { wrongCode: 0 }
  if (interestCode(interestId, interest.codes_sent) !== code) {
    await change(guest, interestId, { wrong_codes: interest.wrong_codes + 1 })
    return { wrongCode: mostWrongCodes - interest.wrong_codes - 1 }
  }
  await change(guest, interestId, { confirmed_at: now })
  const { name, email, phone, note, understood_at } = interest
  const title = `Invest ${formatAmount(interest.amount_cents, 'when-needed')} in ${aim(interest)}`
  await guest.tx
    .insertInto('inquiry')
    .values({
      id: interestId,
      source: 'interest',
      name,
      email,
      phone,
      subject: title,
      message: note ?? `${title}.`,
      project_id: interest.project_id,
      received_at: now,
      amount_cents: interest.amount_cents,
      unit_id: interest.unit_id,
      template_id: interest.template_id,
      understood_at,
      email_confirmed_at: now,
    })
    .execute()
  const received = { inquiryId: interestId, suspected: false, acknowledged: true }
  await publish(guest, { kind: 'inquiry.received', ...received })
  return { inquiryId: interestId }
}

/** `25% of Harbour Row`, `Shop 3 of Harbour Row`, or the project alone. */
const aim = ({ unit, project }: { unit: string | null; project: string }) =>
  unit === null ? project : `${unit} of ${project}`

export type CodeSent = { sent: true } | { refused: 'not-found' | 'used-up' } | TooMany

/** Emails a new code, which replaces the last one. Refused after five codes, and over three an hour to one address. */
export async function sendAnotherCode(guest: GuestActor, interestId: string): Promise<CodeSent> {
  const interest = await lockInterest(guest, interestId)
  if (!interest) return { refused: 'not-found' }
  if (interest.codes_sent >= mostCodes) return { refused: 'used-up' }
  const retryAt = await countMail(guest, interest.email)
  if (retryAt) return { refused: 'too-many', retryAt }
  await change(guest, interestId, {
    codes_sent: interest.codes_sent + 1,
    code_sent_at: clock.now(),
    wrong_codes: 0,
  })
  await publish(guest, { kind: 'interest.code-needed', interestId })
  return { sent: true }
}

type Change = {
  wrong_codes?: number
  codes_sent?: number
  code_sent_at?: Date
  confirmed_at?: Date
}

async function change(guest: GuestActor, interestId: string, set: Change): Promise<void> {
  await guest.tx
    .updateTable('expression_of_interest')
    .set(set)
    .where('id', '=', interestId)
    .execute()
}
