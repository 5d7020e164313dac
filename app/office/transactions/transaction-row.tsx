import type { ReactNode } from 'react'
import { useFetcher } from 'react-router'
import { type HeldReason, heldReasons } from '../../domain/bank-matching/matching.ts'
import {
  openMinor,
  payerNumberWords,
  quotedNumber,
  transactionExclusionLabels,
} from '../../domain/bank-transactions/bank-transaction.ts'
import {
  type DescribedTransaction,
  hasWrongCodeDay,
} from '../../domain/bank-transactions/described-transaction.ts'
import { Amount } from '../../ui/amount.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Moment } from '../../ui/day.tsx'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { DialogLink } from '../../ui/layout/dialog-link.tsx'
import { formatCurrency } from '../../values/exchange-rate.ts'
import { WaitingProposal } from '../approvals/waiting-proposal.tsx'
import type { ActReply } from './act-reply.ts'
import { MatchedParts } from './matched-parts.tsx'
import { transactionsHome } from './paths.ts'
import { FirstProposal, OtherProposals } from './proposals.tsx'
import { receiptNames } from './receipt-names.ts'
import { RecordedWithNumber } from './recorded-with-number.tsx'
import { SelectBox, selectedKey } from './selected-bar.tsx'
import { SentInDifferently } from './sent-in-differently.tsx'
import { useToast } from './use-toast.ts'

type Props = { transaction: DescribedTransaction; formKey: string }

/** One line of a statement. The keys of the list focus it, and press the buttons marked with `data-key`. */
export function TransactionRow({ transaction, formKey }: Props) {
  const { id, minor, currency, dollars, state, proposals } = transaction
  const fetcher = useFetcher<ActReply>({ key: `transaction ${id}` })
  useToast(fetcher.data)
  const batch = useFetcher<ActReply>({ key: selectedKey })
  const left = batch.data?.refused?.find((outcome) => outcome.id === id)?.refused
  const refused = fetcher.data?.reply.message ?? left
  // It was done, and the list is being read again.
  if (fetcher.state === 'loading' && fetcher.data && !fetcher.data.reply.message) return null
  return (
    <li
      id={`transaction-${id}`}
      data-transaction={id}
      tabIndex={-1}
      className={`grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 gap-y-1.5 max-sm:grid-cols-[auto_minmax(0,1fr)] ${proposals.length === 0 ? 'max-sm:gap-x-0' : ''} rounded-card border border-line bg-surface px-3.5 py-2.5 focus:outline-2 focus:outline-offset-1 focus:outline-(--primary) ${fetcher.state === 'idle' ? '' : 'opacity-60'}`}
    >
      <SelectBox transaction={transaction} />
      <Facts transaction={transaction} />
      <p className="num text-end font-[580] max-sm:col-start-2 max-sm:row-start-1 max-sm:text-start">
        {formatCurrency(minor, currency)}
        {dollars !== null && (
          <span className="text-xs font-normal text-muted sm:block">
            {' '}
            <Amount cents={dollars} show="when-needed" />
          </span>
        )}
        <OpenRest transaction={transaction} />
      </p>
      <div className="col-span-full flex flex-wrap items-baseline gap-x-4 gap-y-1.5 min-[48rem]:col-start-2">
        {refused && (
          <p role="alert" className="basis-full text-sm text-negative">
            {refused}
          </p>
        )}
        <MatchedParts transaction={transaction} />
        <ActionForm reply={undefined} fetcher={fetcher} nothingToType className="contents">
          <input type="hidden" name="key" value={formKey} />
          <input type="hidden" name="transactionId" value={id} />
          {state === 'suggested' && <FirstProposal transaction={transaction} />}
          <Waits transaction={transaction} />
          <Acts transaction={transaction} />
        </ActionForm>
        <OtherProposals transaction={transaction} fetcher={fetcher} formKey={formKey} />
      </div>
    </li>
  )
}

/** Lines without a time are of the start of their day in Nairobi. */
const hasTime = (at: Date) => at.getTime() % dayMs !== startOfDayMs
const dayMs = 86_400_000
const startOfDayMs = 75_600_000

function Facts({ transaction }: { transaction: DescribedTransaction }) {
  const { occurredAt, account, payerName, payerNumber, typedReference, narrative } = transaction
  const number = quotedNumber(transaction)
  const payer = payerNumber && payerNumberWords(payerNumber)
  return (
    <div className="min-w-0 wrap-anywhere max-sm:col-start-2">
      <p className="font-[560]">
        <bdi>{payerName ?? payer ?? narrative.slice(0, 80)}</bdi>
        {payerName && payer && <span className="ms-2 font-normal text-muted">{payer}</span>}
      </p>
      <p className="text-xs text-muted">
        <Moment at={occurredAt} time={hasTime(occurredAt)} /> · <bdi>{account}</bdi>
        {number && <> · {number}</>}
        {typedReference && (
          <>
            {' '}
            · typed <q>{typedReference}</q>
          </>
        )}
      </p>
    </div>
  )
}

/** What of a line is still open, where a part of it is matched or returned. */
function OpenRest({ transaction }: { transaction: DescribedTransaction }) {
  const { allocatedMinor, returnedMinor, currency, heldFor } = transaction
  const open = openMinor(transaction)
  if (open === 0n || (allocatedMinor === 0n && returnedMinor === 0n)) return null
  return (
    <span className="block text-xs font-normal text-muted">
      {formatCurrency(open, currency)} {heldFor ? 'held' : 'open'}
    </span>
  )
}

/** Why one press does not match an open transaction. */
function whyByHand(transaction: DescribedTransaction): ReactNode[] {
  const { waitsBecause, exclusion, recorded, proposals } = transaction
  if (exclusion !== null || openMinor(transaction) === 0n) return []
  const sentences: ReactNode[] = []
  if (hasWrongCodeDay(transaction))
    sentences.push(
      `${waitsBecause === 'code-day' ? '' : `${heldReasons['code-day']} `}Compare it with the statement, then match by hand.`,
    )
  else if (transaction.differingClaims.length > 0)
    sentences.push('Compare it with the statement, then match by hand.')
  if (recorded && proposals[0]?.kind !== 'entry')
    sentences.push(<RecordedWithNumber recorded={recorded} />)
  return sentences
}

/** The rest of an overpayment needs no word of the investment that it completed. */
const isWaiting = (
  transaction: DescribedTransaction,
): transaction is DescribedTransaction & { waitsBecause: HeldReason } => {
  const { waitsBecause, heldFor, exclusion } = transaction
  const isOwnRest = heldFor !== null && waitsBecause === 'completed'
  return waitsBecause !== null && exclusion === null && !isOwnRest
}

function Waits({ transaction }: { transaction: DescribedTransaction }) {
  const { heldFor, exclusion, decision, returnedMinor, currency } = transaction
  const { claims, differingClaims, voided, waiting } = transaction
  const sentences: ReactNode[] = waiting.map((proposal) => (
    <WaitingProposal key={proposal.id} proposal={proposal} />
  ))
  if (claims.length > 0)
    sentences.push(
      <>
        <bdi>{claims.join(', ')}</bdi> sent in this code.
      </>,
    )
  for (const claim of differingClaims) sentences.push(<SentInDifferently claim={claim} />)
  if (voided.length > 0)
    sentences.push(
      `Matched before: ${receiptNames(voided)} ${voided.length === 1 ? 'was' : 'were'} voided.`,
    )
  if (exclusion && decision?.kind === 'excluded' && decision.reason) {
    const isNews = decision.reason !== transactionExclusionLabels[exclusion]
    if (isNews) sentences.push(decision.reason)
  }
  if (returnedMinor !== 0n)
    sentences.push(
      <>
        {formatCurrency(returnedMinor, currency)} was sent back
        {decision?.kind === 'returned' && decision.reason && `: ${decision.reason}`}
      </>,
    )
  if (heldFor)
    sentences.push(
      <>
        {formatCurrency(openMinor(transaction), currency)} is held for <bdi>{heldFor}</bdi>: it is
        their money, and stays open until you match it to another investment or send it back.
      </>,
    )
  if (isWaiting(transaction)) sentences.push(heldReasons[transaction.waitsBecause])
  if (isUnexplained(transaction)) sentences.push(howToExplain)
  sentences.push(...whyByHand(transaction))
  return sentences.map((sentence, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the sentences have no identity
    <p key={place} className="basis-full text-sm text-muted wrap-anywhere">
      {sentence}
    </p>
  ))
}

const isUnexplained = (transaction: DescribedTransaction) =>
  transaction.minor < 0n &&
  transaction.exclusion === null &&
  transaction.proposals.length === 0 &&
  openMinor(transaction) !== 0n

const howToExplain =
  'Record the refund at its investment, or the money sent back at the transaction it returns. Exclude it if it is neither.'

/** What can be done with a line as it stands. */
function Acts({ transaction }: { transaction: DescribedTransaction }) {
  const { id, minor, exclusion, parts, returnedMinor, heldFor, isReturn } = transaction
  const isOpen = exclusion === null && openMinor(transaction) !== 0n
  const isIn = minor > 0n
  const isUndoneAtOnce = parts.length === 1 && parts[0]?.automatic !== null
  return (
    <>
      {exclusion && (
        <span className="self-center">
          <Badge>{isReturn ? 'Money sent back' : transactionExclusionLabels[exclusion]}</Badge>
        </span>
      )}
      {isOpen && isIn && (
        <Dialog to={`${id}/match`} hotkey="m">
          Match by hand
        </Dialog>
      )}
      {isOpen && parts.length === 0 && returnedMinor === 0n && (
        <Dialog to={`${id}/exclude`} hotkey="x">
          Exclude
        </Dialog>
      )}
      {isOpen && isIn && (
        <Dialog to={`${id}/return`} hotkey="b">
          Money sent back
        </Dialog>
      )}
      {isUndoneAtOnce && (
        <Press act="undo" hotkey="u">
          Undo match
        </Press>
      )}
      {parts.length > 0 && !isUndoneAtOnce && (
        <Dialog to={`${id}/undo`} hotkey="u">
          Undo match
        </Dialog>
      )}
      {((exclusion !== null && !isReturn) ||
        returnedMinor !== 0n ||
        (heldFor && parts.length === 0)) && (
        <Press act="reopen" hotkey={parts.length > 0 ? 'r' : 'u'}>
          {returnedMinor === 0n ? 'Reopen' : 'Undo return'}
        </Press>
      )}
      <details className="text-xs text-muted open:basis-full">
        <summary className="tall-target w-fit cursor-pointer underline underline-offset-2">
          Details
        </summary>
        <p className="mt-1 whitespace-pre-line wrap-anywhere">{transaction.narrative}</p>
      </details>
    </>
  )
}

/** Quieter than the button that confirms. */
const actClass = 'tall-target text-xs text-link underline underline-offset-2'

function Dialog({ to, hotkey, children }: { to: string; hotkey: string; children: ReactNode }) {
  return (
    <span data-key={hotkey}>
      <DialogLink className={actClass} to={`${transactionsHome}/${to}`}>
        {children}
      </DialogLink>
    </span>
  )
}

function Press({ act, hotkey, children }: { act: string; hotkey: string; children: ReactNode }) {
  return (
    <span data-key={hotkey}>
      <SubmitButton look="secondary" size="small" name="act" value={act}>
        {children}
      </SubmitButton>
    </span>
  )
}
