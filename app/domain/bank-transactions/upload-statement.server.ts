import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import {
  accountNamedIn,
  isSameAccount,
  readStatement,
  statementHeadings,
} from '../bank-statements/read-statement.server.ts'
import type { StatementMapping, StatementTotals } from '../bank-statements/statement.ts'
import { findDraft, type StatementDraft } from './statement-draft.server.ts'
import { fileFault } from './statement-file-fault.ts'
import { findUpload, type PastUpload } from './statement-files.server.ts'
import type { CheckedLine } from './statement-lines.ts'
import { checkDraft, isAdded, type StatementCheck, sha256Of } from './statement-preview.server.ts'

type Uploaded = { refused: 'uploaded' } & PastUpload

/** The kept file; or why it is none. `number` is the account that the file names. */
export type StatementKept =
  | { draftId: string }
  | { refused: 'unreadable'; problem: string }
  | { refused: 'account-unknown' }
  | { refused: 'account-missing'; number: string }
  | { refused: 'closed' | 'not-found' }
  | Uploaded

/**
 * Keeps a file until it is confirmed, at most a day. Without `accountId` the open account is taken whose number the file
 * names. Refused when it cannot be a statement of the account, or was uploaded for it before.
 */
export async function keepStatement(admin: AdminActor, file: ChosenFile): Promise<StatementKept> {
  const kept = await keep(admin, file)
  const isUnreadable = 'refused' in kept && kept.refused === 'unreadable'
  return isUnreadable && isOtherFile(file) ? { ...kept, problem: noTable(file.name) } : kept
}

type ChosenFile = { accountId: string | null; name: string; content: Buffer }

/** Whether the ending of a text file’s name is none of a statement. */
const isOtherFile = ({ name, content }: ChosenFile) =>
  fileFault(content) === null &&
  /\.[a-z]{1,5}$/i.test(name) &&
  !/\.(csv|tsv|txt|xlsx?|xml|sta|dat|swi|mt)$/i.test(name)

async function keep(
  admin: AdminActor,
  { accountId, name, content }: ChosenFile,
): Promise<StatementKept> {
  const fault = fileFault(content)
  if (fault) return { refused: 'unreadable', problem: fault }
  const account = await accountOf(admin, { accountId, name, content })
  if ('refused' in account) return account
  const before = await findUpload(admin, account.id, sha256Of(content))
  if (before) return { refused: 'uploaded', ...before }
  const read = await readStatement({ bytes: content, fileName: name, account })
  const mayChoose =
    'problem' in read && (read.unknownLayout === true || account.statement_mapping !== null)
  if ('problem' in read && !(mayChoose && (await statementHeadings(content))))
    return { refused: 'unreadable', problem: read.unknownLayout ? noTable(name) : read.problem }
  const draft = await admin.tx
    .insertInto('statement_draft')
    .values({ payment_account_id: account.id, name, content, uploaded_by: admin.userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { draftId: draft.id }
}

const noTable = (name: string) =>
  `${name} has no table of transactions with days and amounts. Download the statement as CSV or Excel (.xlsx).`

async function accountOf({ tx }: AdminActor, { accountId, name, content }: ChosenFile) {
  const accounts = await tx
    .selectFrom('payment_account')
    .select(['id', 'number', 'currency', 'statement_profile as profile', 'statement_mapping'])
    .select(['closed_at'])
    .$if(accountId !== null, (all) => all.where('id', '=', accountId ?? ''))
    .$if(accountId === null, (all) => all.where('closed_at', 'is', null))
    .orderBy('created_at')
    .execute()
  if (accountId !== null) {
    const [chosen] = accounts
    if (!chosen) return { refused: 'not-found' } as const
    return chosen.closed_at ? ({ refused: 'closed' } as const) : chosen
  }
  const named = await accountNamedIn({ bytes: content, fileName: name })
  if ('problem' in named) return { refused: 'unreadable', problem: named.problem } as const
  if (named.number === null) return { refused: 'account-unknown' } as const
  const { number } = named
  const fitting = accounts.filter((account) => isSameAccount(number, account.number))
  const found =
    fitting.length > 1 ? fitting.find(({ currency }) => currency === named.currency) : fitting[0]
  return found ?? ({ refused: 'account-missing', number } as const)
}

/** Keeps the columns chosen for a file. Refused when the file cannot be read by them; `line` is the line to look at. */
export async function mapStatement(
  admin: AdminActor,
  draftId: string,
  mapping: StatementMapping,
): Promise<
  { draftId: string } | { refused: 'not-found' } | { refused: 'unreadable'; problem: string }
> {
  const draft = await findDraft(admin, draftId)
  if (!draft) return { refused: 'not-found' }
  const { content, name, account } = draft
  const read = await readStatement({ bytes: content, fileName: name, account, mapping })
  if ('problem' in read) return { refused: 'unreadable', problem: read.problem }
  await admin.tx
    .updateTable('statement_draft')
    .set({
      mapping: sql`${JSON.stringify(mapping)}::jsonb`,
      total_in_minor: null,
      total_out_minor: null,
    })
    .where('id', '=', draftId)
    .execute()
  return { draftId }
}

/** Keeps the totals that a person read from the statement. Refused when the lines add up to others. */
export async function stateTotals(
  admin: AdminActor,
  draftId: string,
  totals: StatementTotals,
): Promise<
  | { draftId: string }
  | { refused: 'not-found' }
  | { refused: 'differs'; side: 'in' | 'out'; problem: string }
> {
  const draft = await findDraft(admin, draftId)
  if (!draft) return { refused: 'not-found' }
  const step = await checkDraft(admin, { ...draft, totals })
  if (step.step === 'totals' && step.problem) {
    const paidIn = step.statement.lines.reduce(
      (sum, { minor }) => (minor > 0n ? sum + minor : sum),
      0n,
    )
    return { refused: 'differs', side: paidIn === totals.in ? 'out' : 'in', problem: step.problem }
  }
  await admin.tx
    .updateTable('statement_draft')
    .set({ total_in_minor: totals.in, total_out_minor: totals.out })
    .where('id', '=', draftId)
    .execute()
  return { draftId }
}

/** What was added, or why nothing was. */
export type StatementConfirmed =
  | { statementFileId: string; added: number; seen: number }
  | { refused: 'not-found' | 'closed' | 'has-problems' | 'moved' }
  | Uploaded

/**
 * Adds all new lines of a kept file as bank transactions, or nothing. Refused when the check has another result than
 * `fingerprint`. Locks the payment account, so that concurrent uploads of it are serialised, and keeps how the file was read
 * for the account's next one. Publishes statement.uploaded.
 */
export async function confirmStatement(
  admin: AdminActor,
  { draftId, fingerprint }: { draftId: string; fingerprint: string },
): Promise<StatementConfirmed> {
  const draft = await findDraft(admin, draftId, true)
  if (!draft) return { refused: 'not-found' }
  const step = await checkDraft(admin, draft, true)
  if (step.step === 'closed') return { refused: 'closed' }
  if (step.step === 'uploaded') return { ...step, refused: 'uploaded' }
  if (step.step !== 'check') return { refused: 'moved' }
  if (step.counts.problem > 0) return { refused: 'has-problems' }
  if (step.fingerprint !== fingerprint) return { refused: 'moved' }
  const statementFileId = await addFile(admin, draft, step)
  await addTransactions(admin, draft.account.id, statementFileId, step.lines.filter(isAdded))
  const seen = await addSightings(admin, statementFileId, step.lines)
  await excludeReversed(admin, step.reversed)
  await rememberLayout(admin, draft, step)
  await publish(admin, { kind: 'statement.uploaded', statementFileId })
  return { statementFileId, added: step.adds, seen }
}

async function addFile(
  admin: AdminActor,
  { account, name }: StatementDraft,
  { statement: { period, profile, opening, closing }, sha256, lines, adds }: StatementCheck,
): Promise<string> {
  const { id } = await admin.tx
    .insertInto('statement_file')
    .values({
      payment_account_id: account.id,
      name,
      sha256,
      profile,
      from_on: period.from,
      to_on: period.to,
      opening_minor: opening,
      closing_minor: closing,
      lines: lines.filter(({ minor }) => minor !== 0n).length,
      new_lines: adds,
      uploaded_by: admin.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const atATime = 2000

async function addTransactions(
  { tx }: AdminActor,
  accountId: string,
  fileId: string,
  lines: readonly CheckedLine[],
): Promise<void> {
  for (let start = 0; start < lines.length; start += atATime) {
    const rows = lines.slice(start, start + atATime).map(rowOf)
    await sql`insert into bank_transaction (payment_account_id, statement_file_id, line_number, provider_number, leg,
        occurred_at, value_on, minor, currency, balance_minor, payer_name, payer_number, typed_reference, phone, mpesa_code,
        narrative, reversal_of, raw, exclusion)
      select ${accountId}, ${fileId}, line.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as line (
        line_number integer, provider_number text, leg text, occurred_at timestamptz, value_on date, minor bigint,
        currency text, balance_minor bigint, payer_name text, payer_number text, typed_reference text, phone text,
        mpesa_code text, narrative text, reversal_of text, raw text, exclusion text)`.execute(tx)
  }
}

const rowOf = (line: CheckedLine) => ({
  line_number: line.lineNumber,
  provider_number: line.providerNumber,
  leg: line.leg,
  occurred_at: line.occurredAt,
  value_on: line.valueOn,
  minor: String(line.minor),
  currency: line.currency,
  balance_minor: line.balanceMinor === null ? null : String(line.balanceMinor),
  payer_name: line.payerName,
  payer_number: line.payerNumber,
  typed_reference: line.typedReference,
  phone: line.phone,
  mpesa_code: line.mpesaCode,
  narrative: line.narrative,
  reversal_of: line.reversalOf,
  raw: line.raw,
  exclusion: line.excluded,
})

async function addSightings(
  { tx }: AdminActor,
  fileId: string,
  lines: readonly CheckedLine[],
): Promise<number> {
  const seen = lines.filter(({ state }) => state === 'seen')
  const ids = seen.map(({ transactionId }) => transactionId)
  const numbers = seen.map(({ lineNumber }) => lineNumber)
  await sql`insert into bank_transaction_sighting (bank_transaction_id, statement_file_id, line_number)
    select id, ${fileId}, line_number from unnest(${ids}::uuid[], ${numbers}::integer[]) as line (id, line_number)`.execute(
    tx,
  )
  return seen.length
}

/** Earlier lines whose other half came with this statement. */
async function excludeReversed(admin: AdminActor, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await admin.tx
      .insertInto('bank_transaction_decision')
      .values({
        bank_transaction_id: id,
        kind: 'excluded',
        exclusion: 'reversal-pair',
        decided_by: admin.userId,
      })
      .execute()
}

async function rememberLayout(
  { tx }: AdminActor,
  { account }: StatementDraft,
  { statement: { profile }, mapping }: StatementCheck,
): Promise<void> {
  const kept = profile === 'mapped' ? mapping : null
  await tx
    .updateTable('payment_account')
    .set({
      statement_profile: profile,
      statement_mapping: kept && sql`${JSON.stringify(kept)}::jsonb`,
    })
    .where('id', '=', account.id)
    .execute()
}
