import { useLocation } from 'react-router'
import { z } from 'zod'
import {
  type InvestmentStatus,
  investmentStatusLabels,
} from '../../../domain/investments/investment.ts'
import type { InvestmentInFull } from '../../../domain/investments/investment-in-full.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Day } from '../../../ui/day.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { formatDay } from '../../../values/calendar-date.ts'
import { type Cents, formatAmount, isPositive, subtract } from '../../../values/money.ts'
import { Consequence, Consequences } from '../../parts/consequences.tsx'

export function BothVersions({ moved, onReload }: { moved: Moved[]; onReload: () => void }) {
  const { pathname, search } = useLocation()
  return (
    <section aria-labelledby="both-versions" className="mb-4">
      <Alert tone="warning">
        <h3 id="both-versions" className="font-[560]">
          What changed
        </h3>
        {moved.length === 0 ? (
          <p>Entries of the ledger. The figures did not change.</p>
        ) : (
          <table className="mt-1.5 w-full text-xs">
            <caption className="sr-only">The investment as you opened it, and as it is now</caption>
            <thead>
              <tr className="text-start text-muted *:py-0.75 *:pe-3 *:text-start *:font-normal">
                <th scope="col">Field</th>
                <th scope="col">You opened</th>
                <th scope="col">Is now</th>
              </tr>
            </thead>
            <tbody>
              {moved.map(({ label, opened, now }) => (
                <tr key={label} className="align-top wrap-anywhere *:py-0.75 *:pe-3 *:text-start">
                  <th scope="row" className="font-normal">
                    {label}
                  </th>
                  <td className="num">
                    <bdi>{opened || 'nothing'}</bdi>
                  </td>
                  <td className="num font-[560]">
                    <bdi>{now || 'nothing'}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <p className="mt-1.5 text-xs">
          Your entries are still below. Reload to start from the saved values.
        </p>
        <ButtonLink
          to={{ pathname, search }}
          size="small"
          className="mt-2"
          onClick={(event) => {
            event.preventDefault()
            onReload()
          }}
        >
          Reload
        </ButtonLink>
      </Alert>
    </section>
  )
}

type Figures = { amount: Cents; received: Cents }
type Props = { investment: InvestmentInFull; figures: Figures | null; status: InvestmentStatus }

export function EditConsequences({ investment, figures, status }: Props) {
  if (!figures || figures.received > figures.amount) return null
  const remaining = subtract(figures.amount, figures.received)
  const difference = subtract(figures.received, investment.received)
  const becomes = statusAfter(investment, figures, status)
  return (
    <Consequences>
      {becomes === 'cancelled' ? (
        <Consequence of="To refund">
          <Amount cents={figures.received} show="when-needed" />
        </Consequence>
      ) : (
        <Consequence of="Remaining">
          <Amount
            cents={becomes === 'completed' ? subtract(remaining, remaining) : remaining}
            show="when-needed"
          />
        </Consequence>
      )}
      <Consequence of="Status">{investmentStatusLabels[becomes]}</Consequence>
      <Consequence of="Ledger">
        {difference === 0n ? (
          'stays as it is'
        ) : (
          <>
            an adjustment of {isPositive(difference) && '+'}
            <Amount cents={difference} show="when-needed" />
          </>
        )}
      </Consequence>
      {figures.amount !== investment.amount && (
        <Consequence of="In the portal">
          it says that the amount was <Amount cents={investment.amount} show="when-needed" />
          {!investment.hasHistory && ', unless the investment goes to another investor or project'}
        </Consequence>
      )}
      {becomes === 'completed' && investment.nextPaymentOn !== null && (
        <Consequence of="Next payment">
          of <Day on={investment.nextPaymentOn} /> is met
        </Consequence>
      )}
      {becomes === 'cancelled' && investment.nextPaymentOn !== null && (
        <Consequence of="Next payment">
          of <Day on={investment.nextPaymentOn} /> is removed, and{' '}
          {investment.hasPlan
            ? 'comes back from the payment plan if you resume it'
            : 'is not restored automatically'}
        </Consequence>
      )}
      {(becomes === 'cancelled') !== (investment.status === 'cancelled') && (
        <Consequence of={<bdi>{investment.investor.name}</bdi>}>
          is notified of it{investment.investor.hasAccount && ' by email too'}
          {!investment.hasHistory && ', unless the investment goes to another investor or project'}
        </Consequence>
      )}
    </Consequences>
  )
}

/** Mirrors the server's rule (investment-changes/edit-investment.server.ts). */
function statusAfter(
  investment: InvestmentInFull,
  { amount, received }: Figures,
  chosen: InvestmentStatus,
): InvestmentStatus {
  if (chosen === 'cancelled') return 'cancelled'
  if (received === amount) return 'completed'
  if (chosen === 'completed' && investment.status !== 'completed') return 'completed'
  if (isPositive(received)) return 'active'
  return chosen === 'pending' ? 'pending' : 'active'
}

const money = (amount: Cents | null) => (amount === null ? '' : formatAmount(amount, 'when-needed'))

export function versionOf(investment: InvestmentInFull): Record<string, string> {
  const {
    project,
    investor,
    owned,
    amount,
    investedOn,
    status,
    received,
    nextPaymentOn,
    nextPaymentAmount,
  } = investment
  return {
    Project: project.name,
    Investor: investor.name,
    'Unit or share': owned ?? '',
    Amount: money(amount),
    'Investment date': formatDay(investedOn),
    Status: investmentStatusLabels[status],
    'Payment received': money(received),
    'Next payment date': nextPaymentOn ? formatDay(nextPaymentOn) : '',
    'Next payment amount': money(nextPaymentAmount),
    Archived: investment.isArchived ? 'Yes' : 'No',
  }
}

/** A field whose value differs from when the form was opened. */
export type Moved = { label: string; opened: string; now: string }

/** Compares the values the form was opened with, as submitted, with the stored ones. */
export function movedSince(opened: FormDataEntryValue | null, now: InvestmentInFull): Moved[] {
  const was = readVersion(opened)
  return Object.entries(versionOf(now)).flatMap(([label, text]) => {
    const before = was[label] ?? ''
    return before === text ? [] : [{ label, opened: before, now: text }]
  })
}

function readVersion(sent: FormDataEntryValue | null): Record<string, string> {
  try {
    return z
      .record(z.string(), z.string())
      .parse(JSON.parse(typeof sent === 'string' ? sent : '{}'))
  } catch {
    return {}
  }
}
