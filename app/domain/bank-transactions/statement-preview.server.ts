import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { formatDay } from '../../values/calendar-date.ts'
import { formatCurrency } from '../../values/exchange-rate.ts'
import { checkTotals } from '../bank-statements/check-totals.ts'
import {
  readStatement,
  type StatementHeadings,
  statementHeadings,
} from '../bank-statements/read-statement.server.ts'
import type {
  Statement,
  StatementLine,
  StatementMapping,
  StatementProblem,
  StatementTotals,
} from '../bank-statements/statement.ts'
import type { StatementDraft } from './statement-draft.server.ts'
import { findUpload, type PastUpload } from './statement-files.server.ts'
import { statementWarnings } from './statement-gaps.server.ts'
import {
  type CheckedLine,
  type ComparedLine,
  contradictionsIn,
  isPayment,
  isReversal,
  type KnownTransaction,
  type LineState,
  lineFault,
  lineStates,
  numbersNamed,
  pairReversals,
  type ReversalPairs,
} from './statement-lines.ts'

/** What confirming a statement would do now. */
export type StatementCheck = {
  statement: Omit<Statement, 'lines' | 'period'> & { period: NonNullable<Statement['period']> }
  mapping: StatementMapping | null
  lines: CheckedLine[]
  counts: Record<LineState, number>
  /** How many transactions are added, excluded ones among them. */
  adds: number
  /** Of all lines that moved money. */
  totals: StatementTotals
  warnings: string[]
  /** Transactions of earlier statements that a reversal in this one excludes. */
  reversed: string[]
  sha256: string
  fingerprint: string
}

/** What a kept file needs next, or why it cannot go on. */
export type DraftStep =
  | { step: 'closed' }
  | ({ step: 'uploaded' } & PastUpload)
  | { step: 'refused'; problem: string; line: number | null }
  | { step: 'columns'; message: string; headings: StatementHeadings }
  | { step: 'totals'; statement: Statement; problem: string | null }
  | ({ step: 'check' } & StatementCheck)

export const sha256Of = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')

/**
 * Checks a kept file against what is recorded, without writing. `isLocked` also locks the transactions that it would exclude;
 * then the payment account is locked already.
 */
export async function checkDraft(
  admin: AdminActor,
  draft: StatementDraft,
  isLocked = false,
): Promise<DraftStep> {
  const { account, content, mapping: chosen } = draft
  if (account.isClosed) return { step: 'closed' }
  const sha256 = sha256Of(content)
  const before = await findUpload(admin, account.id, sha256)
  if (before) return { step: 'uploaded', ...before }
  const { read, mapping } = await readDraft(draft)
  if ('problem' in read) return stepAfter(read, draft)
  const { lines, period: stated, ...statement } = read
  const period = stated && stated.from <= stated.to ? stated : periodOfLines(lines)
  if (!period)
    return { step: 'refused', problem: 'There are no lines in this statement.', line: null }
  if (statement.needsTotals) {
    const problem = draft.totals && checkTotals(lines, draft.totals)
    if (!draft.totals || problem)
      return { step: 'totals', statement: read, problem: problem?.problem ?? null }
  }
  const { checked, pairs, contradictions } = await compareLines(admin, { account, lines, isLocked })
  const counts = countStates(checked)
  const gaps = await statementWarnings(admin, account, { ...read, ...period }, counts.seen > 0)
  const warnings = [...contradictions, ...gaps]
  const check = {
    statement: { ...statement, period },
    mapping,
    lines: checked,
    counts,
    warnings,
    sha256,
    adds: checked.filter(isAdded).length,
    totals: totalsOf(checked),
    reversed: pairs.recorded.toSorted(),
  }
  return { step: 'check', ...check, fingerprint: fingerprintOf(draft, chosen, check) }
}

function periodOfLines(lines: readonly StatementLine[]): Statement['period'] {
  const days = lines.map(({ valueOn }) => valueOn).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  return from && to ? { from, to } : null
}

/** Whether a line becomes a transaction. */
export const isAdded = ({ minor, transactionId, state }: CheckedLine): boolean =>
  minor !== 0n && transactionId === null && state !== 'problem'

/** The columns chosen for this file come first, then those of the account's last file, then the built-in layouts. */
async function readDraft({
  account,
  name,
  content,
  mapping: chosen,
}: Pick<StatementDraft, 'account' | 'name' | 'content' | 'mapping'>) {
  const file = { bytes: content, fileName: name, account }
  const mapping = chosen ?? account.mapping
  const read = await readStatement({ ...file, mapping })
  if (mapping === null || chosen || !('problem' in read)) return { read, mapping }
  const otherwise = await readStatement(file)
  return 'problem' in otherwise && otherwise.unknownLayout
    ? { read, mapping }
    : { read: otherwise, mapping: null }
}

async function stepAfter(
  { problem, line, unknownLayout }: StatementProblem,
  { account, content, mapping }: StatementDraft,
): Promise<DraftStep> {
  const isByColumns = unknownLayout === true || mapping !== null || account.mapping !== null
  const headings = isByColumns ? await statementHeadings(content) : null
  return headings
    ? { step: 'columns', message: unknownLayout ? '' : problem, headings }
    : { step: 'refused', problem, line: line ?? null }
}

type Comparing = { account: StatementDraft['account']; lines: StatementLine[]; isLocked: boolean }

async function compareLines(
  admin: AdminActor,
  { account, lines, isLocked }: Comparing,
): Promise<{ checked: CheckedLine[]; pairs: ReversalPairs; contradictions: string[] }> {
  const known = new Map(
    (await recordedLines(admin, account.id, lines)).map((found) => [identityOf(found), found]),
  )
  const today = clock.today()
  const found = lines.map((line) => {
    const before = line.minor === 0n ? null : (known.get(identityOf(line)) ?? null)
    const problem = lineFault(line, today) ?? (before && differenceOf(line, before))
    return { line, before, problem }
  })
  const fresh = found.flatMap(({ line, before, problem }) =>
    before || problem || line.minor === 0n ? [] : [line],
  )
  const earlier = await reversedBefore(admin, account.id, fresh, isLocked)
  const pairs = pairReversals(fresh, earlier)
  const matched = await matchedPayments(admin, earlier)
  const checked = found.map((compared) => checkedLine(compared, pairs, matched))
  return { checked, pairs, contradictions: contradictionsIn(found) }
}

function checkedLine(
  { line, before, problem }: ComparedLine,
  pairs: ReversalPairs,
  matched: ReadonlyMap<string, string>,
): CheckedLine {
  // The reader excludes every reversal; here it depends on what became of the payment.
  const own = line.excluded === 'reversal-pair' ? null : line.excluded
  const excluded = pairs.excluded.has(line) ? 'reversal-pair' : own
  const state = problem ? 'problem' : before ? 'seen' : stateOfNew(line, excluded)
  const reversalOf = pairs.takes.get(line) ?? line.reversalOf
  const isTaking = isReversal(line) && state === 'new'
  const takesBack = (isTaking && matched.get(reversalOf ?? '')) || null
  return {
    ...{ ...line, excluded, reversalOf, state, problem },
    ...{ transactionId: before?.id ?? null, takesBack },
  }
}

const stateOfNew = ({ minor }: StatementLine, excluded: CheckedLine['excluded']): LineState =>
  minor === 0n ? 'no-money' : excluded ? 'excluded' : 'new'

/** Whose payments these are matched to, with their receipts, by the provider’s number. */
async function matchedPayments(
  { tx }: AdminActor,
  known: readonly KnownTransaction[],
): Promise<Map<string, string>> {
  const ids = known.filter((found) => isPayment(found) && found.hasParts).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ number: string; names: string }>`
    select t.provider_number as number, string_agg(v.full_name || coalesce(', receipt ' || r.number, ''), ' and ') as names
    from bank_transaction t
    join allocation a on a.bank_transaction_id = t.id and a.released_at is null
    join ledger_entry e on e.id = a.ledger_entry_id
    join investment i on i.id = e.investment_id
    join investor v on v.id = i.investor_id
    left join receipt r on r.entry_id = e.id
    where t.id = any(${ids}::uuid[])
    group by t.id`.execute(tx)
  return new Map(rows.map(({ number, names }) => [number, names]))
}

const identityOf = ({ providerNumber, leg }: { providerNumber: string; leg: string }) =>
  `${leg} ${providerNumber}`

function differenceOf(line: StatementLine, before: KnownTransaction): string | null {
  const { minor, currency, valueOn } = before
  if (line.minor === minor && line.currency === currency && line.valueOn === valueOn) return null
  return `${line.providerNumber} was uploaded before with ${formatCurrency(minor, currency)} on ${formatDay(valueOn)}. This line has ${formatCurrency(line.minor, line.currency)} on ${formatDay(line.valueOn)}.`
}

const knownColumns = sql`t.id, t.provider_number as "providerNumber", t.leg, t.minor, t.currency, t.value_on as "valueOn",
  t.balance_minor as "balanceMinor", t.narrative, t.reversal_of as "reversalOf", t.exclusion,
  t.allocated_minor <> 0 or t.returned_minor <> 0 as "hasParts"`

async function recordedLines(
  { tx }: AdminActor,
  accountId: string,
  lines: readonly StatementLine[],
): Promise<KnownTransaction[]> {
  const numbers = lines.map(({ providerNumber }) => providerNumber.replaceAll('\0', ''))
  const legs = lines.map(({ leg }) => leg)
  const { rows } = await sql<KnownTransaction>`select ${knownColumns}
    from unnest(${numbers}::text[], ${legs}::text[]) as line (provider_number, leg)
    join bank_transaction t on t.payment_account_id = ${accountId}
      and t.provider_number = line.provider_number and t.leg = line.leg`.execute(tx)
  return rows
}

/** Recorded payments that new reversals name, and recorded reversals that may name new payments. */
async function reversedBefore(
  { tx }: AdminActor,
  accountId: string,
  fresh: readonly StatementLine[],
  isLocked: boolean,
): Promise<KnownTransaction[]> {
  const named = fresh.filter(isReversal).flatMap(numbersNamed)
  const paid = fresh.filter(isPayment).map(({ providerNumber }) => providerNumber)
  if (named.length + paid.length === 0) return []
  const lock = isLocked ? sql`for no key update of t` : sql``
  const { rows } = await sql<KnownTransaction>`select ${knownColumns} from bank_transaction t
    where t.payment_account_id = ${accountId} and (
      (t.provider_number = any(${named}::text[]) and t.leg like 'payment%')
      or t.reversal_of = any(${paid}::text[])
      or (t.reversal_of is null and t.leg like 'reversal%' and t.state in ('unmatched', 'suggested')))
    order by t.id ${lock}`.execute(tx)
  return rows
}

function countStates(lines: readonly CheckedLine[]): Record<LineState, number> {
  const counts = lineStates.map((state) => [
    state,
    lines.filter((line) => line.state === state).length,
  ])
  return Object.fromEntries(counts) as Record<LineState, number>
}

function totalsOf(lines: readonly StatementLine[]): StatementTotals {
  const totals = { in: 0n, out: 0n }
  for (const { minor } of lines) {
    if (minor > 0n) totals.in += minor
    else totals.out -= minor
  }
  return totals
}

function fingerprintOf(
  { account }: StatementDraft,
  chosen: StatementMapping | null,
  {
    lines,
    mapping,
    reversed,
    sha256,
  }: Pick<StatementCheck, 'lines' | 'reversed' | 'sha256'> & {
    mapping: StatementMapping | null
  },
): string {
  const hash = createHash('sha256')
  hash.update(JSON.stringify([account.id, account.number, account.currency, sha256]))
  hash.update(JSON.stringify([chosen, mapping, reversed]))
  for (const { lineNumber, state, excluded, transactionId, problem } of lines)
    hash.update(JSON.stringify([lineNumber, state, excluded, transactionId, problem]))
  return hash.digest('hex')
}
