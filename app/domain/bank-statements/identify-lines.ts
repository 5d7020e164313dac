import { createHash } from 'node:crypto'
import type { Currency } from '../../values/currency.ts'
import { inOrderOfTime } from './balances.ts'
import type { DraftLine } from './draft-line.ts'
import { instantOf } from './moments.ts'
import type { StatementLeg, StatementLine } from './statement.ts'

/** Kinds of which money usually goes out. */
const outward = new Set(['charge', 'sweep', 'withdrawal', 'reversal'])

/** Marks both lines when the provider took a payment back in the same file. */
function pairReversals(drafts: readonly DraftLine[]): void {
  const payments = new Map(
    drafts.flatMap((draft) =>
      draft.kind === 'payment' && draft.number ? [[draft.number, draft]] : [],
    ),
  )
  for (const reversal of drafts) {
    if (reversal.kind !== 'reversal') continue
    const named = reversal.reversalOf ?? numberIn(reversal.narrative, payments)
    const payment = named ? payments.get(named) : undefined
    if (!payment || payment.minor !== -reversal.minor) continue
    reversal.reversalOf = named
    payment.excluded ??= 'reversal-pair'
  }
}

const numberIn = (narrative: string, payments: ReadonlyMap<string, DraftLine>) =>
  narrative.split(/[^0-9A-Za-z]+/).find((word) => payments.has(word)) ?? null

/** A number for a line that has none: from its day, amount and text, which are the same in every file that has the line. */
function derivedNumber({ at, minor, narrative, typedReference }: DraftLine): string {
  const content = [at.day, minor, narrative.toLowerCase(), typedReference ?? ''].join('\n')
  return `~${createHash('sha256').update(content).digest('hex').slice(0, 20)}`
}

/** The lines with their identity, in the order of the file. */
export function identifyLines(drafts: readonly DraftLine[], currency: Currency): StatementLine[] {
  pairReversals(drafts)
  const seen = new Map<string, number>()
  const identities = new Map<DraftLine, { providerNumber: string; leg: StatementLeg }>()
  for (const draft of inOrderOfTime(drafts)) {
    const providerNumber = draft.number ?? derivedNumber(draft)
    const isInward = draft.minor > 0n && outward.has(draft.kind)
    const leg: StatementLeg = isInward ? `${draft.kind}-in` : draft.kind
    const key = `${providerNumber} ${leg}`
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    identities.set(draft, {
      providerNumber,
      leg: count === 1 ? leg : (`${leg}-${count}` as StatementLeg),
    })
  }
  return drafts.map((draft) => {
    const { number: _number, kind, at, balance, ...line } = draft
    const { providerNumber = '', leg = kind } = identities.get(draft) ?? {}
    return {
      ...line,
      providerNumber,
      leg,
      occurredAt: instantOf(at),
      valueOn: at.day,
      currency,
      balanceMinor: balance,
    }
  })
}
