import { readAmount } from './amounts.ts'
import { checkBalances, inOrderOfTime } from './balances.ts'
import { readBank, readMapped } from './banks.ts'
import { isXml, readCamt053 } from './camt053.ts'
import type { SheetRow } from './columns.ts'
import { type DraftStatement, StatementRefused } from './draft-line.ts'
import { identifyLines } from './identify-lines.ts'
import { readMoment } from './moments.ts'
import { readMpesa } from './mpesa.ts'
import { isMt940, readMt940 } from './mt940.ts'
import { sheetRows, statementText } from './sheet-rows.server.ts'
import type { Statement, StatementAccount, StatementFile, StatementProblem } from './statement.ts'

const mostLines = 100_000

/**
 * Reads a statement, whose layout is recognised by its content. Refuses a file of another account or currency, one that is
 * cut, and one whose balances do not follow; `line` is the line to look at. Changes nothing and asks no database.
 */
export async function readStatement(file: StatementFile): Promise<Statement | StatementProblem> {
  try {
    return finished(await draftStatement(file), file.account)
  } catch (refusal) {
    if (!(refusal instanceof StatementRefused)) throw refusal
    return {
      problem: refusal.message,
      ...(refusal.line !== null && { line: refusal.line }),
      ...(refusal instanceof UnknownLayout && { unknownLayout: true }),
    }
  }
}

class UnknownLayout extends StatementRefused {}

async function draftStatement({
  bytes,
  fileName,
  account,
  mapping,
}: StatementFile): Promise<DraftStatement> {
  const text = await statementText(bytes)
  if (isMt940(text)) return readMt940(text)
  if (isXml(text)) return readCamt053(text)
  const rows = await sheetRows(text)
  if (mapping) return readMapped(rows, account, mapping)
  const draft = readMpesa(rows, fileName) ?? readBank(rows, account)
  if (!draft)
    throw new UnknownLayout(
      'The layout of this statement is not known. Choose which column holds what.',
    )
  return draft
}

/** The digits and letters of an account number; leading zeros are often lost, and IBANs and SWIFT add the bank in front. */
const plainNumber = (number: string) =>
  (number.toUpperCase().split('/').at(-1) ?? '').replace(/[^0-9A-Z*]/g, '').replace(/^0+/, '')

/** Whether the account number that a file states, perhaps masked or with the bank in front, is this account's. */
export function isSameAccount(found: string, expected: string): boolean {
  const [stated, own] = [plainNumber(found), plainNumber(expected)]
  if (stated.includes('*')) {
    const [start = '', end = ''] = stated.split(/\*+/)
    return own.startsWith(start) && own.endsWith(end)
  }
  return stated === own || (own.length >= 8 && /^[A-Z]/.test(stated) && stated.endsWith(own))
}

function finished(draft: DraftStatement, account: StatementAccount): Statement {
  const { drafts, accountNumber, currency } = draft
  if (accountNumber !== null && !isSameAccount(accountNumber, account.number))
    throw new StatementRefused(
      `This statement is for account ${accountNumber}, not for ${account.number}. Choose the file of this account.`,
    )
  if (currency !== account.currency)
    throw new StatementRefused(
      `This statement is in ${currency}, but the account is in ${account.currency}.`,
    )
  if (drafts.length > mostLines)
    throw new StatementRefused(
      'This statement has more than 100,000 lines. Choose a shorter period.',
    )
  checkBalances(draft)
  const isProven =
    draft.opening !== null &&
    (draft.closing !== null || drafts.some(({ balance }) => balance !== null))
  return {
    profile: draft.profile,
    accountNumber,
    currency,
    period: draft.period ?? periodOf(draft),
    ...balancesOf(draft),
    needsTotals: !isProven,
    lines: identifyLines(drafts, currency),
  }
}

/** The balances that a file states, or that its first and last lines lead to. */
function balancesOf({ drafts, opening, closing }: DraftStatement) {
  const lines = inOrderOfTime(drafts).filter(({ excluded }) => excluded !== 'not-completed')
  const [first, last] = [lines[0], lines.at(-1)]
  const before = first && first.balance !== null ? first.balance - first.minor : null
  return { opening: opening ?? before, closing: closing ?? last?.balance ?? null }
}

function periodOf({ drafts }: DraftStatement): Statement['period'] {
  const days = drafts.map(({ at }) => at.day).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  return from && to ? { from, to } : null
}

/** The account that a file names; `number` is null when it names none or its layout is not known. */
export async function accountNamedIn({
  bytes,
  fileName,
}: Pick<StatementFile, 'bytes' | 'fileName'>): Promise<
  { number: string | null; currency: StatementAccount['currency'] } | StatementProblem
> {
  try {
    const account: StatementAccount = { number: '', currency: 'KES', profile: null }
    const draft = await draftStatement({ bytes, fileName, account })
    return { number: draft.accountNumber, currency: draft.currency }
  } catch (refusal) {
    if (!(refusal instanceof StatementRefused)) throw refusal
    return refusal instanceof UnknownLayout
      ? { number: null, currency: 'KES' }
      : { problem: refusal.message, ...(refusal.line !== null && { line: refusal.line }) }
  }
}

/** The heading line of a table and some rows under it, for the choice of columns. */
export type StatementHeadings = { headings: string[]; examples: string[][] }

/**
 * The line among the first 40 with the most different headings; null when the file is no table, or no line under it has a
 * day and an amount.
 */
export async function statementHeadings(bytes: Uint8Array): Promise<StatementHeadings | null> {
  try {
    const text = await statementText(bytes)
    if (isMt940(text) || isXml(text)) return null
    return headingsOf(await sheetRows(text))
  } catch (refusal) {
    if (refusal instanceof StatementRefused) return null
    throw refusal
  }
}

const mostLookedAt = 200

/** Whether a row may be a transaction: one cell is a day, another an amount. */
const isLine = ({ cells }: SheetRow) =>
  cells.some(isDay) && cells.some((cell) => !isDay(cell) && readAmount(cell) !== null)

const isDay = (cell: string) =>
  [readMoment(cell.trim()), readMoment(cell.trim(), 'month-first')].some((day) => day !== null)

function headingsOf(rows: readonly SheetRow[]): StatementHeadings | null {
  const words = ({ cells }: SheetRow) =>
    new Set(
      cells.map((cell) => cell.trim()).filter((cell) => /\p{L}/u.test(cell) && cell.length <= 60),
    ).size
  const start = rows.slice(0, 40)
  const head = start.reduce<SheetRow | null>(
    (best, row) => (!best || words(row) > words(best) ? row : best),
    null,
  )
  if (!head || words(head) < 3) return null
  const lines = rows.filter(({ row }) => row > head.row)
  if (!lines.slice(0, mostLookedAt).some(isLine)) return null
  const below = lines.slice(0, 3)
  return {
    headings: head.cells.map((cell) => cell.trim()),
    examples: below.map(({ cells }) => cells),
  }
}
