import {
  type TransactionExclusion,
  type TransactionState,
  transactionExclusionLabels,
  transactionStateLabels,
} from '../../domain/bank-transactions/bank-transaction.ts'
import type { LineState } from '../../domain/bank-transactions/statement-lines.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Day } from '../../ui/day.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { SectionTitle } from '../../ui/layout/panel.tsx'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { counted } from '../../values/counted.ts'
import type { Currency } from '../../values/currency.ts'
import { formatCurrency } from '../../values/exchange-rate.ts'
import { grouped } from '../../values/grouped.ts'
import { FormBar } from '../parts/long-form.tsx'

export const statementsHome = '/admin-dashboard/statements'
/** The transactions of one statement, to be matched. */
export const transactionsOf = (statementFileId: string): string =>
  `/admin-dashboard/transactions?statement=${statementFileId}`
export const draftPath = (draftId: string): string => `${statementsHome}/drafts/${draftId}`

export const uploaded = (at: string, by: string | null): string =>
  `This file was uploaded on ${at}${by ? ` by ${by}` : ''}. Nothing is added twice.`

export const lineStateLabels: Record<LineState, string> = {
  new: 'New',
  seen: 'Seen before',
  excluded: 'Excluded',
  'no-money': 'No amount',
  problem: 'Problems',
}

/** Money out in another colour, with its sign. */
export function SignedAmount({ minor, currency }: { minor: bigint; currency: Currency }) {
  return (
    <span className={`num whitespace-nowrap ${minor < 0n ? 'text-muted' : 'font-[560]'}`}>
      {formatCurrency(minor, currency)}
    </span>
  )
}

export function Period({ from, to }: { from: CalendarDate; to: CalendarDate }) {
  if (from === to) return <Day on={from} />
  return (
    <>
      <Day on={from} /> to <Day on={to} />
    </>
  )
}

/** Opening and closing balance, or that the file has none. */
export function Balances({
  opening,
  closing,
  currency,
}: {
  opening: bigint | null
  closing: bigint | null
  currency: Currency
}) {
  if (opening === null && closing === null) return <span className="text-muted">Not stated</span>
  const shown = (minor: bigint | null) =>
    minor === null ? 'not stated' : formatCurrency(minor, currency)
  return (
    <span className="num">
      {shown(opening)} <span aria-hidden="true">→</span>
      <span className="sr-only">to</span> {shown(closing)}
    </span>
  )
}

/** The head of a page on which a kept file is prepared. */
export function DraftHead({ title }: { title: string }) {
  return (
    <>
      <PageHead title={title} back={{ to: statementsHome, label: 'Bank Statements' }} />
      <Steps now="Check" />
    </>
  )
}

/** Leads back to the choice of a file, or on to the check. */
export function DraftFoot() {
  return (
    <div className="mt-5">
      <FormBar>
        <ButtonLink to={`${statementsHome}/new`}>Another file</ButtonLink>
        <SubmitButton pendingLabel="Checking the statement">Check the statement</SubmitButton>
      </FormBar>
    </div>
  )
}

const steps = ['File', 'Check', 'Add'] as const

export function Steps({ now }: { now: (typeof steps)[number] }) {
  const current = steps.indexOf(now)
  return (
    <ol aria-label="Steps" className="mb-5 grid max-w-180 grid-cols-3 gap-2 text-xs">
      {steps.map((name, place) => (
        <li
          key={name}
          aria-current={name === now ? 'step' : undefined}
          className={`border-t-[5px] pt-2 ${place < current ? 'border-primary' : place === current ? 'border-gold font-semibold' : 'border-line text-muted'}`}
        >
          {name}
        </li>
      ))}
    </ol>
  )
}

const tones: Record<TransactionState, BadgeTone> = {
  unmatched: 'amber',
  suggested: 'blue',
  matched: 'green',
  excluded: 'grey',
}

/** What became of a transaction, and why it is excluded. */
export function TransactionBadge({
  state,
  exclusion,
}: {
  state: TransactionState
  exclusion: TransactionExclusion | null
}) {
  return (
    <>
      <Badge tone={tones[state]}>{transactionStateLabels[state]}</Badge>
      {exclusion && (
        <span className="block pt-0.5 text-xs text-muted">
          {transactionExclusionLabels[exclusion]}
        </span>
      )}
    </>
  )
}

/** Like `counted`, with grouped digits: `10,000 lines`. */
export function howMany(count: number, noun: string): string {
  return counted(count, noun).replace(String(count), grouped(count))
}

const sources = [
  [
    'M-Pesa organisation portal',
    'Open the statement of the utility account, choose the days, and export it as CSV. A till has its full statement as Excel.',
  ],
  [
    'Equity Bank',
    'In online banking open the account, choose the days, and download the statement as CSV or Excel.',
  ],
  [
    'KCB Bank',
    'In online banking open the account statement, choose the days, and download it as Excel.',
  ],
  [
    'Other banks',
    'Any CSV or Excel file with a line for each transaction, MT940 or CAMT.053. You choose its columns once.',
  ],
] as const

/** Where the files come from. PDF statements cannot be read. */
export function HowToDownload() {
  return (
    <section aria-label="How to download a statement" className="mt-8 max-w-180">
      <SectionTitle>How to download a statement</SectionTitle>
      <dl className="mt-2 divide-y divide-line-soft border-y border-line-soft text-sm">
        {sources.map(([bank, words]) => (
          <div
            key={bank}
            className="grid gap-x-4 gap-y-0.5 py-2.5 @min-[40rem]/main:grid-cols-[12rem_1fr]"
          >
            <dt className="font-[560]">{bank}</dt>
            <dd className="text-muted">{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
