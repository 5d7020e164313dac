import type { ReactNode } from 'react'
import type {
  VerifiedDocument,
  VerifiedLine,
} from '../../domain/statements/verify-document.server.ts'
import { FallenMark, StackedMark } from '../../ui/large-marks.tsx'
import { formatDay } from '../../values/calendar-date.ts'
import { counted } from '../../values/counted.ts'
import { formatCurrency } from '../../values/exchange-rate.ts'
import { formatAmount, zero } from '../../values/money.ts'

/** A document of ours, none, or none after too many wrong codes. */
export type Finding =
  | ({ code: string } & VerifiedDocument)
  | { state: 'unknown'; code: string }
  | { state: 'too-many'; code: string }

/** Without a code, says what the page is for. */
export function Verdict({ finding }: { finding: Finding | null }) {
  const { title, lead } = wordsFor(finding)
  const isSound = finding === null || finding.state === 'genuine'
  return (
    <section
      className="grid max-w-[38rem] grid-cols-1 gap-4 max-[19em]:wrap-anywhere"
      role={finding ? 'status' : undefined}
    >
      <div className={isSound ? 'w-21' : 'w-36'}>{isSound ? <StackedMark /> : <FallenMark />}</div>
      <h1 className="site-title">{title}</h1>
      <p className="site-lead">{lead}</p>
      {finding && 'kind' in finding && <Facts finding={finding} />}
    </section>
  )
}

function wordsFor(finding: Finding | null): { title: string; lead: string } {
  if (finding === null) {
    return {
      title: 'Is this receipt or statement genuine?',
      lead: 'Every receipt and statement has a code. It shows whether we issued the document and whether it is still valid.',
    }
  }
  if (finding.state === 'too-many') {
    return {
      title: 'Too many attempts.',
      lead: 'No document has this code. Many wrong codes were tried from your network. Valid codes still work.',
    }
  }
  if (finding.state === 'unknown') {
    return {
      title: 'No document has this code.',
      lead: 'Please check it: it has sixteen letters and digits, without I, L, O and U. If it is correct, we did not issue this document, or it is the payment schedule of an investment that was deleted before anything was paid.',
    }
  }
  const on = finding.changedOn ? ` on ${formatDay(finding.changedOn)}` : ''
  const voided =
    finding.voidedSince === zero
      ? ''
      : ` ${formatAmount(finding.voidedSince, 'always')} of it has been voided since.`
  switch (finding.state) {
    case 'genuine':
      return {
        title: `This ${names[finding.kind]} is genuine.`,
        lead: `We issued it and it is valid.${voided} Compare the amount, the date and the name with your document.`,
      }
    case 'replaced':
      return {
        title: `This ${names[finding.kind]} was replaced.`,
        lead: `We issued it, and a newer one replaced it${on}. Ask for the newer one.`,
      }
    case 'voided':
      return {
        title: `This ${names[finding.kind]} ${finding.kind === 'schedule' ? 'is no longer valid' : 'was voided'}.`,
        lead: `We issued it, and the ${finding.kind === 'schedule' ? 'investment was cancelled' : 'payment was voided'}${on}. This document is no longer valid.`,
      }
    default:
      return finding satisfies never
  }
}

const names = { receipt: 'receipt', statement: 'statement', schedule: 'payment schedule' }
const kindWords = { receipt: 'Receipt', statement: 'Statement', schedule: 'Payment schedule' }
const dayWords = {
  receipt: 'Date of payment',
  statement: 'Last day it covers',
  schedule: 'Agreed on',
}
const amountWords = {
  receipt: 'Amount',
  statement: 'Paid to date by that day',
  schedule: 'Total agreed',
}

function Facts({ finding }: { finding: Extract<Finding, { kind: string }> }) {
  const { kind, state, code, amount, on, changedOn, paid, lines, number, maskedName } = finding
  const figure = formatAmount(amount, 'always')
  return (
    <dl className="num mt-4 border-b border-line">
      <Fact label="Code" className="tracking-[0.05em]">
        {code}
      </Fact>
      <Fact label="Document">
        {kindWords[kind]}
        {number && ` ${number}`}
      </Fact>
      <Fact label="Name on the document">{maskedName}</Fact>
      <Fact label={amountWords[kind]}>{state === 'genuine' ? figure : <s>{figure}</s>}</Fact>
      {paid && <Fact label="Paid as">{formatCurrency(paid.minor, paid.currency)}</Fact>}
      <Fact label={dayWords[kind]}>{formatDay(on)}</Fact>
      {changedOn && <Fact label={changeWords(finding)}>{formatDay(changedOn)}</Fact>}
      {lines.map((line) => (
        <Fact key={line.position} label={lineWords(line)}>
          {formatAmount(line.amount, 'always')}
        </Fact>
      ))}
    </dl>
  )
}

function changeWords({ kind, state }: Pick<VerifiedDocument, 'kind' | 'state'>): string {
  if (state === 'replaced') return 'Replaced on'
  return kind === 'schedule' ? 'Cancelled on' : 'Voided on'
}

function lineWords({ dueOn, milestone, days }: VerifiedLine): string {
  if (dueOn !== null) return `Due on ${formatDay(dueOn)}`
  return (days ?? 0) === 0
    ? `Due when “${milestone}” is reached`
    : `Due ${counted(days ?? 0, 'day')} after “${milestone}”`
}

/** With large letters the value goes below its label. */
function Fact(props: { label: string; className?: string; children: ReactNode }) {
  const { label, className = '', children } = props
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-[0.9rem]">
      <dt className="text-md text-muted">{label}</dt>
      <dd
        className={`ms-auto min-w-0 text-end text-lg font-[580] wrap-anywhere max-[26rem]:text-md max-[26rem]:tracking-normal ${className}`}
      >
        {children}
      </dd>
    </div>
  )
}
