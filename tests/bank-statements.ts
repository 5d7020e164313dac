import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StatementTotals } from '../app/domain/bank-statements/statement.ts'
import { findDraft } from '../app/domain/bank-transactions/statement-draft.server.ts'
import { checkDraft } from '../app/domain/bank-transactions/statement-preview.server.ts'
import {
  confirmStatement,
  keepStatement,
  stateTotals,
} from '../app/domain/bank-transactions/upload-statement.server.ts'
import type { AdminActor } from '../app/platform/database/database.server.ts'
import { change } from './database.ts'

const folder = join(import.meta.dirname, 'files/bank')

/** A file of a bank or of M-Pesa, as its owner downloads it. */
export const bankFile = (name: string): Buffer => readFileSync(join(folder, name))

/** An open payment account; another one with the same number is closed first. */
export async function aPaymentAccount(
  number: string = randomUUID().replaceAll(/\D/g, '').slice(0, 12),
  currency = 'KES',
): Promise<string> {
  await change(
    'update app.payment_account set closed_at = now() where number = $1 and closed_at is null',
    [number],
  )
  const { rows } = await change(
    `insert into app.payment_account (kind, name, number, currency) values ('bank', $1, $2, $3) returning id`,
    [`Account ${number}`, number, currency],
  )
  return rows[0]?.id ?? ''
}

export type UploadedFile = {
  accountId: string | null
  name?: string
  content: Buffer | string
  totals?: StatementTotals
}

/** Keeps a file, and gives its id; throws when it is refused. */
export async function keep(
  admin: AdminActor,
  { accountId, name = 'statement.csv', content, totals }: UploadedFile,
): Promise<string> {
  const kept = await keepStatement(admin, {
    accountId,
    name,
    content: Buffer.from(content as string),
  })
  if ('refused' in kept) throw new Error(JSON.stringify(kept))
  const stated = totals && (await stateTotals(admin, kept.draftId, totals))
  if (stated && 'refused' in stated) throw new Error(JSON.stringify(stated))
  return kept.draftId
}

/** What confirming a kept file would do; throws when it needs something first. */
export async function checkOf(admin: AdminActor, draftId: string) {
  const step = await stepOf(admin, draftId)
  if (step.step !== 'check') throw new Error(JSON.stringify(step, plain))
  return step
}

/** What a kept file needs next. */
export async function stepOf(admin: AdminActor, draftId: string) {
  const draft = await findDraft(admin, draftId)
  if (!draft) throw new Error('there is no such file')
  return checkDraft(admin, draft)
}

/** Uploads a file and confirms it as it was checked. */
export async function upload(admin: AdminActor, file: UploadedFile) {
  const draftId = await keep(admin, file)
  const { fingerprint } = await checkOf(admin, draftId)
  return confirmStatement(admin, { draftId, fingerprint })
}

const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

type TransactionRow = {
  id: string
  provider_number: string
  leg: string
  minor: string
  exclusion: string | null
  state: string
  payer_name: string | null
  payer_number: string | null
  typed_reference: string | null
  mpesa_code: string | null
  reversal_of: string | null
  value_on: string
}

/** The transactions of an account in the order of their identity. */
export async function transactionsOf(accountId: string): Promise<TransactionRow[]> {
  const { rows } = await change<TransactionRow>(
    `select id, provider_number, leg, minor::text, exclusion, state, payer_name, payer_number, typed_reference, mpesa_code,
       reversal_of, value_on::text from app.bank_transaction where payment_account_id = $1
     order by provider_number, leg`,
    [accountId],
  )
  return rows
}

/** A line of a generated M-Pesa statement: whole shillings, negative for money out. */
export type MpesaLine = {
  code: string
  /** `03-11-2026 10:12:30` */
  at: string
  shillings: number
  details: string
  type?: string
  party?: string
  linked?: string
  account?: string
}

const mpesaHeadings =
  'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.,Currency'

/** A statement of the M-Pesa portal with a heading, of lines from the oldest to the newest. */
export function mpesaStatement(
  shortCode: string,
  {
    opening,
    lines,
    from,
    to,
    currency = 'KES',
  }: { opening: number; lines: MpesaLine[]; from: string; to: string; currency?: string },
): string {
  const totals = { in: 0, out: 0 }
  let balance = opening
  const rows = lines.map((line) => {
    balance += line.shillings
    totals[line.shillings > 0 ? 'in' : 'out'] += line.shillings
    const [paidIn, withdrawn] = line.shillings > 0 ? [line.shillings, ''] : ['', line.shillings]
    return [
      ...[
        line.code,
        line.at,
        line.at,
        line.details,
        'Completed',
        paidIn,
        withdrawn,
        balance,
        'true',
      ],
      ...[
        line.type ?? 'Pay Utility',
        line.party ?? '',
        line.linked ?? '',
        line.account ?? '',
        currency,
      ],
    ].join(',')
  })
  return [
    'Account Holder:,Msingi Property Group',
    `Short Code:,${shortCode}`,
    'Account:,Utility Account',
    `Time Period:,From,${from} 00:00:00,To,${to} 23:59:59`,
    'Operator:,amina.y',
    `Opening Balance:,${opening},Closing Balance:,${balance},Available Balance:,,Total Paid In:,${totals.in},Total Withdrawn:,${totals.out}`,
    mpesaHeadings,
    ...rows.toReversed(),
    '',
  ].join('\n')
}

/** A receipt code of this day in November 2026: `UK3` and seven letters or digits. */
export const codeOf = (day: number, index: number): string =>
  `UK${day.toString(32).toUpperCase()}${index.toString(36).toUpperCase().padStart(7, '0')}`

/** `03-11-2026 10:12:30` */
export const momentOf = (day: number, seconds: number): string => {
  const part = (size: number) => String(Math.floor(size) % 60).padStart(2, '0')
  const hour = String(Math.floor(seconds / 3600)).padStart(2, '0')
  return `${String(day).padStart(2, '0')}-11-2026 ${hour}:${part(seconds / 60)}:${part(seconds)}`
}

/** A payment of a generated statement. */
export const aPayment = (day: number, index: number, shillings: number): MpesaLine => ({
  code: codeOf(day, index),
  at: momentOf(day, 36_000 + index),
  shillings,
  details: 'Pay Bill from 25471****301 - FATUMA NOOR Acc. MS7K2Q4',
  party: '25471****301 - FATUMA NOOR',
  account: 'MS7K2Q4',
})

/** Takes a payment back. */
export const aReversal = (day: number, index: number, payment: MpesaLine): MpesaLine => ({
  code: codeOf(day, index),
  at: momentOf(day, 36_000 + index),
  shillings: -payment.shillings,
  details: `Reversal of ${payment.code}`,
  type: 'Pay Bill Reversal',
  party: payment.party ?? '',
  linked: payment.code,
})
