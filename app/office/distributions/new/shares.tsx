import { useState } from 'react'
import { type FetcherWithComponents, Link, useLocation } from 'react-router'
import type { SimilarDistribution } from '../../../domain/distributions/record-distribution.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Moment } from '../../../ui/day.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { SectionTitle } from '../../../ui/layout/panel.tsx'
import { Table, Td, Th, Tr } from '../../../ui/layout/table.tsx'
import { formatDay } from '../../../values/calendar-date.ts'
import { counted } from '../../../values/counted.ts'
import {
  type ForeignCurrency,
  formatCurrency,
  formatExchange,
  isInShillings,
  type PaidInCurrency,
  rateSourceLabels,
} from '../../../values/exchange-rate.ts'
import type { FormReply } from '../../../values/form.ts'
import { formatAmount } from '../../../values/money.ts'
import { formatPercent, nearestShare } from '../../../values/percent.ts'
import { Consequence, Consequences } from '../../parts/consequences.tsx'
import type { Preview, PreviewLine } from './draft.server.ts'

/** The fields of a draft, in the order of its form. */
export const draftFields = [
  'projectId',
  'amount',
  'currency',
  'rateSource',
  'rate',
  'rateConfirmed',
  'datedOn',
  'note',
]

type Props = {
  preview: Preview | null
  formKey: string
  reply: FormReply | undefined
  fetcher: FetcherWithComponents<unknown>
}

export function Shares({ preview, formKey, reply, fetcher }: Props) {
  const { search } = useLocation()
  const key = useKeyOf(preview?.mark ?? '', formKey)
  if (!preview) {
    return (
      <EmptyState icon="distributions" title="No shares yet">
        Choose a project, an amount and a record date. The payout of each investor appears here
        before anything is recorded.
      </EmptyState>
    )
  }
  const draft = new URLSearchParams(search)
  const { investments, investors, total, paid, mark, alike } = preview
  return (
    <section aria-label="Preview of shares">
      <SectionTitle>Preview of shares</SectionTitle>
      <p className="mt-0.5 mb-2 text-xs text-muted">
        Based on payments received up to the record date, without voided entries and cancelled
        investments.
      </p>
      <Lines preview={preview} />
      <p className="mt-2 mb-5 text-xs text-muted">{leftOverWords(preview)}</p>
      <ActionForm reply={reply} fetcher={fetcher}>
        {draftFields.map((name) => (
          <input key={name} type="hidden" name={name} value={draft.get(name) ?? ''} />
        ))}
        <input type="hidden" name="seen" value={mark} />
        <input type="hidden" name="key" value={key} />
        {alike && <Alike alike={alike} />}
        <Consequences>
          <Consequence of="Returns received">
            stay until the shares are sent; then they grow for {counted(investors, 'investor')}, by{' '}
            <Amount cents={total} show="always" className="font-[580]" /> in total
          </Consequence>
          {paid && <Consequence of="Paid out">{paidOutWords(paid)}</Consequence>}
          <Consequence of="Payments and remaining amounts">stay as they are</Consequence>
          <Consequence of="Investors with a share">
            are notified, each with their own amount
          </Consequence>
          <Consequence of="Afterwards">it can be voided with a reason, not edited</Consequence>
        </Consequences>
        <div className="mt-5 flex flex-wrap items-center justify-end gap-2 border-t border-line pt-3">
          <p className="me-auto font-[560]">Nothing has been recorded yet.</p>
          <ButtonLink to="/admin-dashboard/distributions">Cancel</ButtonLink>
          <SubmitButton pendingLabel="Recording distribution">
            {`Distribute ${formatAmount(total, 'always')} among ${counted(investments, 'investment')}`}
          </SubmitButton>
        </div>
      </ActionForm>
    </section>
  )
}

const paidOutWords = (paid: PaidInCurrency) =>
  `${formatExchange(paid)}, ${rateSourceLabels[paid.source].toLowerCase()} of ${formatDay(paid.on)}`

/** Asks for confirmation of an identical distribution. */
function Alike({ alike: { id, recordedAt, recordedBy } }: { alike: SimilarDistribution }) {
  return (
    <div className="mb-4 grid gap-2">
      <Alert tone="warning">
        The same amount of this project and record date was recorded on <Moment at={recordedAt} />{' '}
        by <bdi>{recordedBy ?? 'the command line'}</bdi>.{' '}
        <Link to={`/admin-dashboard/distributions/${id}`} className="font-[560] underline">
          Open it
        </Link>
      </Alert>
      <input type="hidden" name="duplicateShown" value={id} />
      <CheckboxField name="again" label="Record it a second time" />
    </div>
  )
}

/** One idempotency key for these shares, kept across revalidation, so that a double submit stays harmless. */
function useKeyOf(mark: string, fresh: string) {
  const [kept, setKept] = useState({ mark, key: fresh })
  if (kept.mark !== mark) setKept({ mark, key: fresh })
  return kept.key
}

function Lines({ preview: { lines, investments, received, total, paid } }: { preview: Preview }) {
  const more = investments - lines.length
  return (
    <Table
      caption="Payout of each investment"
      head={
        <>
          <Th>Investor</Th>
          <Th end>Received</Th>
          <Th end>Share</Th>
          <Th end>Payout</Th>
        </>
      }
    >
      {lines.map((line) => (
        <Line key={line.investmentId} line={line} of={total} currency={paid?.currency ?? null} />
      ))}
      {more > 0 && (
        <Tr>
          <Td card="row" className="text-muted">
            {`and ${counted(more, 'more investment')}`}
          </Td>
          <Td card="hidden" />
          <Td card="hidden" />
          <Td card="hidden" />
        </Tr>
      )}
      <Tr className="font-[580]">
        <Td>{counted(investments, 'investment')}</Td>
        <Td end>
          <Amount cents={received} show="when-needed" />
        </Td>
        <Td end>100%</Td>
        <Td end>
          <Amount cents={total} show="always" />
          {paid && <PaidPart minor={paid.minor} currency={paid.currency} />}
        </Td>
      </Tr>
    </Table>
  )
}

function Line({
  line: { investor, received, amount, paidMinor, extra },
  of,
  currency,
}: {
  line: PreviewLine
  of: Preview['total']
  currency: ForeignCurrency | null
}) {
  return (
    <Tr>
      <Td wrap className="wrap-anywhere">
        <bdi className="font-[560]">{investor.name}</bdi>
        <bdi className="block text-xs text-muted">{investor.email}</bdi>
      </Td>
      <Td end>
        <Amount cents={received} show="when-needed" />
      </Td>
      <Td end>{formatPercent(nearestShare(amount, of), 2)}</Td>
      <Td end>
        {extra && <span className="me-2 text-xs text-muted">+1 cent</span>}
        <Amount cents={amount} show="always" className="font-[560]" />
        {currency && paidMinor !== null && <PaidPart minor={paidMinor} currency={currency} />}
      </Td>
    </Tr>
  )
}

function PaidPart({ minor, currency }: Pick<PaidInCurrency, 'minor' | 'currency'>) {
  return <span className="block text-xs text-muted">{formatCurrency(minor, currency)}</span>
}

function leftOverWords({ leftOver, paid }: Preview): string {
  const isWhole = paid !== null && isInShillings(paid.currency) && paid.minor % 100n === 0n
  const extra =
    leftOver === 1
      ? 'The cent left over goes to the largest remainder.'
      : `The ${leftOver} cents left over go to the largest remainders.`
  if (leftOver === 0)
    return isWhole ? 'Shares are whole shillings.' : 'The amount divides without a remainder.'
  return isWhole
    ? `Shares are whole shillings. Their dollars are rounded down to the cent. ${extra}`
    : `Shares are rounded down to the cent. ${extra}`
}
