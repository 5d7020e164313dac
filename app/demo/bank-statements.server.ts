import { createHash } from 'node:crypto'
import type { AdminActor } from '../platform/database/database.server.ts'
import type { CalendarDate } from '../values/calendar-date.ts'
import type { Currency } from '../values/currency.ts'
import type { BankLine } from './bank-lines.ts'
import { instantOn } from './days.ts'

export type Account = {
  id: string
  currency: Currency
  profile: 'mpesa-a' | 'mt940'
  opening: bigint
}
type Period = { from: CalendarDate; to: CalendarDate }
/** A transaction, and the day on which its statement was uploaded. */
export type Added = { id: string; uploadedOn: CalendarDate }

const uploadedAt = 600
const decidedAt = 620

/** When the office decided about it: after the upload. */
export const decidedOn = ({ uploadedOn }: Added) => instantOn(uploadedOn, decidedAt)

export async function accountOf(
  { tx }: AdminActor,
  kind: 'paybill' | 'bank',
  profile: Account['profile'],
  opening: bigint,
): Promise<Account> {
  const account = await tx
    .updateTable('payment_account')
    .set({ statement_profile: profile })
    .where('kind', '=', kind)
    .returning(['id', 'currency'])
    .executeTakeFirstOrThrow()
  return { ...account, profile, opening }
}

/** Adds a statement for each period, each opening with the balance with which the one before closed. */
export async function addStatements(
  admin: AdminActor,
  account: Account,
  periods: Period[],
  lines: BankLine[],
): Promise<Map<string, Added>> {
  const added = new Map<string, Added>()
  let opening = account.opening
  for (const period of periods) {
    const ofPeriod = lines
      .filter(({ day }) => day >= period.from && day <= period.to)
      .toSorted((a, b) => a.day.localeCompare(b.day) || a.minutesAfterNine - b.minutesAfterNine)
    const closing = ofPeriod.reduce((balance, { minor }) => balance + minor, opening)
    const fileId = await addFile(admin, account, period, {
      opening,
      closing,
      lines: ofPeriod.length,
    })
    for (const [number, id] of await addLines(admin, account, { fileId, opening }, ofPeriod))
      added.set(number, { id, uploadedOn: period.to })
    await excludeKnown(admin, ofPeriod, added)
    opening = closing
  }
  return added
}

async function addFile(
  { tx, userId }: AdminActor,
  { id, profile }: Account,
  { from, to }: Period,
  { opening, closing, lines }: { opening: bigint; closing: bigint; lines: number },
) {
  const name =
    profile === 'mt940'
      ? `Statement ${from} to ${to}.sta`
      : `ORG_600966_Utility Account_Completed_${to.replaceAll('-', '')}.csv`
  const file = await tx
    .insertInto('statement_file')
    .values({
      payment_account_id: id,
      name,
      profile,
      from_on: from,
      to_on: to,
      lines,
      sha256: createHash('sha256').update(`${name} of the demo`).digest('hex'),
      new_lines: lines,
      opening_minor: opening,
      closing_minor: closing,
      uploaded_by: userId,
      uploaded_at: instantOn(to, uploadedAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return file.id
}

async function addLines(
  admin: AdminActor,
  account: Account,
  { fileId, opening }: { fileId: string; opening: bigint },
  lines: BankLine[],
): Promise<[string, string][]> {
  if (lines.length === 0) return []
  let balance = opening
  const rows = lines.map((line, index) => {
    balance += line.minor
    return {
      payment_account_id: account.id,
      statement_file_id: fileId,
      line_number: index + 1,
      provider_number: line.number,
      leg: line.leg,
      value_on: line.day,
      minor: line.minor,
      occurred_at: instantOn(line.day, line.minutesAfterNine),
      currency: account.currency,
      balance_minor: balance,
      narrative: line.narrative,
      payer_name: line.payerName ?? null,
      payer_number: line.payerNumber ?? null,
      typed_reference: line.typed ?? null,
      mpesa_code: line.mpesaCode ?? null,
      reversal_of: line.reversalOf ?? null,
      exclusion: line.exclusion ?? null,
      raw: [line.number, line.day, line.narrative, line.minor, balance].join(','),
    }
  })
  const added = await admin.tx
    .insertInto('bank_transaction')
    .values(rows)
    .returning(['id', 'provider_number', 'leg'])
    .execute()
  return added.flatMap(({ id, leg, provider_number }) =>
    leg === 'charge' ? [] : [[provider_number, id]],
  )
}

async function excludeKnown(admin: AdminActor, lines: BankLine[], added: Map<string, Added>) {
  for (const { number, leg, excludedBecause: reason } of lines) {
    const transaction = added.get(number)
    if (reason && transaction && leg === 'payment')
      await decide(admin, transaction, { kind: 'excluded', exclusion: 'other', reason })
  }
}

type Decision =
  | { kind: 'excluded'; exclusion: 'other'; reason: string }
  | { kind: 'held'; held_for_id: string }
  | {
      kind: 'returned'
      reason: string
      returned_minor: bigint
      returned_on: CalendarDate
      sent_by_id: string
    }

export async function decide({ tx, userId }: AdminActor, added: Added, decision: Decision) {
  await tx
    .insertInto('bank_transaction_decision')
    .values({
      bank_transaction_id: added.id,
      decided_by: userId,
      decided_at: decidedOn(added),
      ...decision,
    })
    .execute()
}
