import { formatCurrency } from '../../values/exchange-rate.ts'
import { type DraftLine, type DraftStatement, StatementRefused } from './draft-line.ts'

/** The lines that moved money or state a balance, in the order in which they happened. */
export function inOrderOfTime(drafts: readonly DraftLine[]): DraftLine[] {
  const lines = [...drafts]
  const newestFirst = lines.toReversed()
  const [kept, turned] = [breaksIn(lines).length, breaksIn(newestFirst).length]
  if (kept !== turned) return kept < turned ? lines : newestFirst
  const [first, last] = [lines[0], lines.at(-1)]
  return first && last && momentOf(first) > momentOf(last) ? newestFirst : lines
}

const momentOf = ({ at }: DraftLine) => `${at.day} ${at.seconds.toString().padStart(5, '0')}`

/** Lines whose balance is not that of the line before with their own amount added. */
function breaksIn(lines: readonly DraftLine[]): DraftLine[] {
  let before: bigint | null = null
  const broken: DraftLine[] = []
  for (const line of lines) {
    if (line.excluded === 'not-completed') continue
    if (before !== null && line.balance !== null && line.balance !== before + line.minor)
      broken.push(line)
    before = line.balance ?? (before === null ? null : before + line.minor)
  }
  return broken
}

/** Refuses a file whose balances do not follow from its lines, with the first line where they break. */
export function checkBalances(draft: DraftStatement): void {
  const { drafts, opening, closing, currency } = draft
  const lines = inOrderOfTime(drafts).filter(({ excluded }) => excluded !== 'not-completed')
  const [first, last] = [lines[0], lines.at(-1)]
  const isForward = first?.excluded === 'brought-forward'
  const starts = first?.balance ?? null
  if (
    first &&
    opening !== null &&
    starts !== null &&
    starts !== opening + (isForward ? 0n : first.minor)
  )
    throw new StatementRefused(
      `Line ${first.lineNumber}: the balance does not follow from the opening balance ${formatCurrency(opening, currency)}. Lines ${first.lineNumber > (last?.lineNumber ?? 0) ? 'after' : 'before'} it may be missing: download the file again.`,
      first.lineNumber,
    )
  const [broken] = breaksIn(lines)
  if (broken)
    throw new StatementRefused(
      `Line ${broken.lineNumber}: the balance does not follow from the line before it. ${whyBroken(draft)}`,
      broken.lineNumber,
    )
  if (last && closing !== null && last.balance !== null && last.balance !== closing)
    throw new StatementRefused(
      `Line ${last.lineNumber}: the last balance is not the closing balance ${formatCurrency(closing, currency)}. Lines may be missing: download the file again.`,
      last.lineNumber,
    )
  const sum = lines.reduce((total, { minor }) => total + minor, 0n)
  if (opening !== null && closing !== null && opening + sum !== closing)
    throw new StatementRefused(
      'The lines do not add up from the opening to the closing balance. The file may be cut off: download it again.',
    )
  checkTotalsOfFile(draft, lines)
}

const whyBroken = ({ profile }: DraftStatement) =>
  profile === 'mapped'
    ? 'Check the columns for money in, money out and balance; if they are right, download the file again.'
    : 'The file was changed or a line is missing: download it again.'

function checkTotalsOfFile({ totals }: DraftStatement, lines: readonly DraftLine[]): void {
  const found = { in: 0n, out: 0n }
  for (const { minor } of lines) found[minor > 0n ? 'in' : 'out'] += minor
  const isOther = (sum: bigint, stated: bigint | null | undefined) =>
    stated !== null && stated !== undefined && sum !== stated && sum !== -stated
  if (isOther(found.in, totals?.in) || isOther(found.out, totals?.out))
    throw new StatementRefused(
      'The lines do not add up to the totals at the top of the file. Lines may be missing: download it again.',
    )
}
