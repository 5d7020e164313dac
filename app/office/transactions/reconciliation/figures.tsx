import type { ReactNode } from 'react'
import { Link } from 'react-router'
import {
  type Bucket,
  bucketLabels,
  inBuckets,
  outBuckets,
  type Reconciliation,
} from '../../../domain/bank-transactions/reconciliation.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { formatDay } from '../../../values/calendar-date.ts'
import { formatCurrency } from '../../../values/exchange-rate.ts'
import { grouped } from '../../../values/grouped.ts'
import { transactionsHome } from '../paths.ts'

type Props = { reconciliation: Reconciliation }

/** Lists of figures, each of which leads to its transactions. */
export function ReconciliationFigures({ reconciliation }: Props) {
  return (
    <div className="grid gap-4 @min-[56rem]/main:grid-cols-2">
      <Balances reconciliation={reconciliation} />
      <Side reconciliation={reconciliation} title="Money in" side="in" names={inBuckets} />
      <Side reconciliation={reconciliation} title="Money out" side="out" names={outBuckets} />
    </div>
  )
}

function Balances({ reconciliation }: Props) {
  const { from, to, isOver, opening, closing, difference, account } = reconciliation
  const amount = (minor: bigint) => formatCurrency(minor, account.currency)
  const balance = (known: Reconciliation['opening']) => (known ? amount(known.minor) : 'Not known')
  const note = (known: Reconciliation['opening']) =>
    known === null
      ? 'No statement states a balance'
      : known.isStated
        ? 'According to the statement'
        : 'From the nearest statement and the transactions between'
  return (
    <Panel title="Balance" flush className="@min-[56rem]/main:col-span-full">
      <ul className="divide-y divide-line border-t border-line">
        <Row label={`Opening, ${formatDay(from)}`} note={note(opening)}>
          {balance(opening)}
        </Row>
        <Row label="Money in">{amount(reconciliation.in.minor)}</Row>
        <Row label="Money out">{amount(-reconciliation.out.minor)}</Row>
        <Row label={isOver ? `Closing, ${formatDay(to)}` : 'So far'} note={note(closing)} isTotal>
          {balance(closing)}
        </Row>
        {difference !== null && difference !== 0n && (
          <Row
            label="Difference"
            note="Opening balance, money in and money out do not add up to the closing balance. A statement is missing, or its lines differ from those of the bank."
            tone="text-negative"
            isTotal
          >
            {amount(difference)}
          </Row>
        )}
      </ul>
    </Panel>
  )
}

type SideProps = Props & { title: string; side: 'in' | 'out'; names: readonly Bucket[] }

function Side({ reconciliation, title, side, names }: SideProps) {
  const { buckets, account } = reconciliation
  const total = reconciliation[side]
  return (
    <Panel title={title} flush>
      <ul className="divide-y divide-line border-t border-line">
        {names.map((name) => (
          <Row
            key={name}
            label={bucketLabels[name]}
            note={countOf(buckets[name].transactions)}
            to={buckets[name].transactions > 0 ? addressOf(reconciliation, name) : null}
            tone={isOpen(name) && buckets[name].minor > 0n ? 'font-[580]' : ''}
          >
            {formatCurrency(buckets[name].minor, account.currency)}
          </Row>
        ))}
        <Row
          label={`Total ${title.toLowerCase()}`}
          note={totalNote(side, total.transactions)}
          isTotal
        >
          {formatCurrency(total.minor, account.currency)}
        </Row>
      </ul>
    </Panel>
  )
}

/** The dashboard leaves excluded lines out. */
const totalNote = (side: 'in' | 'out', transactions: number) =>
  side === 'in'
    ? `${countOf(transactions)}, including excluded ones, such as transfers between own accounts`
    : countOf(transactions)

const isOpen = (name: Bucket) => name === 'unmatched' || name === 'unexplained'

const countOf = (transactions: number) =>
  transactions === 1 ? '1 transaction' : `${grouped(transactions)} transactions`

function addressOf({ account, from, to, asOf }: Reconciliation, bucket: Bucket) {
  const query = new URLSearchParams({ account: account.id, from, to, bucket, 'as-of': asOf })
  return `${transactionsHome}?${query}`
}

type RowProps = {
  label: string
  note?: string
  to?: string | null
  tone?: string
  isTotal?: boolean
  children: ReactNode
}

function Row({ label, note, to = null, tone = '', isTotal = false, children }: RowProps) {
  return (
    <li
      className={`flex min-h-11 flex-wrap items-center justify-between gap-x-4 px-(--pad) py-2 ${isTotal ? 'font-[580]' : ''}`}
    >
      <div className="min-w-0 flex-1">
        {to ? (
          <Link to={to} className="tall-target text-link underline underline-offset-2">
            {label}
          </Link>
        ) : (
          label
        )}
        {note && <p className="text-xs font-normal text-muted">{note}</p>}
      </div>
      <p className={`num text-end ${tone}`}>{children}</p>
    </li>
  )
}
