import type { FetcherWithComponents } from 'react-router'
import { openMinor } from '../../domain/bank-transactions/bank-transaction.ts'
import {
  type DescribedTransaction,
  isOnePress,
  type NamedEntry,
  type Proposal,
} from '../../domain/bank-transactions/described-transaction.ts'
import { mostRounding } from '../../domain/exchange-rates/left-by-rate.ts'
import { Amount } from '../../ui/amount.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Day } from '../../ui/day.tsx'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { DialogLink } from '../../ui/layout/dialog-link.tsx'
import { formatCurrency } from '../../values/exchange-rate.ts'
import { formatAmount } from '../../values/money.ts'

import { transactionsHome } from './paths.ts'

type Props = { transaction: DescribedTransaction }

/** The likeliest suggestion, with the button that Enter presses. Stands in the form of the line. */
export function FirstProposal({ transaction }: Props) {
  const [first] = transaction.proposals
  if (!first) return null
  return <ProposalLine proposal={first} transaction={transaction} isFirst />
}

type OtherProps = Props & { fetcher: FetcherWithComponents<unknown>; formKey: string }

/** The less likely ones, each with its own form. */
export function OtherProposals({ transaction, fetcher, formKey }: OtherProps) {
  const [, ...others] = transaction.proposals
  if (others.length === 0 || transaction.state !== 'suggested') return null
  return (
    <details className="text-xs text-muted open:basis-full">
      <summary className="tall-target w-fit cursor-pointer underline underline-offset-2">
        {others.length === 1 ? '1 other suggestion' : `${others.length} other suggestions`}
      </summary>
      <ul className="mt-2 grid gap-2 text-sm text-text">
        {others.map((proposal) => (
          <li key={targetOf(proposal)}>
            <ActionForm reply={undefined} fetcher={fetcher} nothingToType>
              <input type="hidden" name="key" value={formKey} />
              <input type="hidden" name="transactionId" value={transaction.id} />
              <ProposalLine proposal={proposal} transaction={transaction} />
            </ActionForm>
          </li>
        ))}
      </ul>
    </details>
  )
}

const targetOf = (proposal: Proposal) =>
  proposal.kind === 'investment'
    ? proposal.investmentId
    : proposal.kind === 'entry'
      ? proposal.entryId
      : proposal.transactionId

type LineProps = Props & { proposal: Proposal; isFirst?: boolean }

function ProposalLine({ proposal, transaction, isFirst = false }: LineProps) {
  return (
    <div className="flex basis-full flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-tint-neutral px-3 py-1.5">
      <div className="min-w-0 flex-[1_1_14rem] wrap-anywhere">
        <p>
          <Named proposal={proposal} />
        </p>
        <p className="text-xs text-muted">{sentence(proposal.reason)}</p>
      </div>
      <input type="hidden" name="targetId" value={targetOf(proposal)} />
      {proposal.kind === 'reversal' && (
        <DialogLink look="secondary" size="small" to={`${transactionsHome}/${transaction.id}/undo`}>
          Void the payment
        </DialogLink>
      )}
      {(proposal.kind === 'entry' || isOnePress(transaction, proposal)) && (
        <span data-key={isFirst && isOnePress(transaction, proposal) ? 'Enter' : undefined}>
          <SubmitButton
            look={isFirst ? 'primary' : 'secondary'}
            size="small"
            name="act"
            value={proposal.kind}
          >
            {labelOf(proposal, transaction)}
          </SubmitButton>
        </span>
      )}
    </div>
  )
}

const sentence = (reason: string) => reason.charAt(0).toUpperCase() + reason.slice(1)

function labelOf(proposal: Proposal, transaction: DescribedTransaction): string {
  if (proposal.kind === 'entry') return 'Match to this entry'
  const { allocatedMinor, returnedMinor, dollars, currency } = transaction
  const open = openMinor(transaction)
  const amount = formatCurrency(open, currency)
  if (allocatedMinor !== 0n || returnedMinor !== 0n) return `Match the rest, ${amount}`
  const credited = currency === 'USD' ? open : dollars
  if (proposal.kind !== 'investment' || credited === null) return `Match ${amount}`
  const left = credited - proposal.remaining
  return left > mostRounding
    ? `Match ${formatAmount(proposal.remaining, 'when-needed')}, hold the rest`
    : `Match ${amount}`
}

/** The payments of a transaction, each with its investor. */
export function PaymentsNamed({ payments }: { payments: NamedEntry[] }) {
  return payments.map(({ entryId, investor, project, amount, on, receipt }) => (
    <span key={entryId} className="block">
      <bdi className="font-[560]">{investor}</bdi>, <bdi>{project}</bdi>:{' '}
      <Amount cents={amount} show="when-needed" /> of <Day on={on} />
      {receipt && `, receipt ${receipt}`}
    </span>
  ))
}

function Named({ proposal }: { proposal: Proposal }) {
  if (proposal.kind === 'reversal') return <PaymentsNamed payments={proposal.payments} />
  const { investor, project } = proposal
  const names = (
    <>
      <bdi className="font-[560]">{investor}</bdi>, <bdi>{project}</bdi>
    </>
  )
  if (proposal.kind === 'entry')
    return (
      <>
        {names}: <Amount cents={proposal.amount} show="when-needed" /> of <Day on={proposal.on} />
        {proposal.receipt && `, receipt ${proposal.receipt}`}
      </>
    )
  return (
    <>
      {names}{' '}
      <span className="text-muted">
        {proposal.reference}, <Amount cents={proposal.remaining} show="when-needed" /> remaining
      </span>{' '}
      {proposal.isArchived ? (
        <Badge>Archived</Badge>
      ) : proposal.status === 'completed' ? (
        <Badge tone="green">Completed</Badge>
      ) : (
        proposal.status === 'cancelled' && <Badge tone="red">Cancelled</Badge>
      )}
    </>
  )
}
