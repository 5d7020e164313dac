import { useEffect, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { openMinor } from '../../domain/bank-transactions/bank-transaction.ts'
import {
  type DescribedTransaction,
  isOnePress,
} from '../../domain/bank-transactions/described-transaction.ts'
import { Button } from '../../ui/button.tsx'
import { useScript } from '../../ui/connection/use-script.ts'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import type { Currency } from '../../values/currency.ts'
import { formatCurrency } from '../../values/exchange-rate.ts'
import { useMaySend } from '../parts/use-access.ts'
import type { ActReply } from './act-reply.ts'
import { useToast } from './use-toast.ts'

const formId = 'selected'
/** The fetcher of the bar, whose reply names the lines that were left. */
export const selectedKey = 'selected transactions'

/** What one press would confirm; null where nothing is. */
const pressableProposal = (transaction: DescribedTransaction) =>
  transaction.proposals.slice(0, 1).find((proposal) => isOnePress(transaction, proposal)) ?? null

/** The box of a line with a suggestion; its value names what is confirmed. */
export function SelectBox({ transaction }: { transaction: DescribedTransaction }) {
  const { id, payerName } = transaction
  const proposal = pressableProposal(transaction)
  const isAllowed = useMaySend()
  if (!isAllowed) return null
  if (!proposal) return <span className="-ms-1.5 w-7 max-md:w-11 max-sm:hidden" />
  const target =
    proposal.kind === 'investment'
      ? proposal.investmentId
      : proposal.kind === 'entry'
        ? proposal.entryId
        : proposal.transactionId
  return (
    <label className="-ms-1.5 grid size-7 flex-none cursor-pointer place-items-center max-md:size-11 max-sm:row-span-2">
      <input
        type="checkbox"
        form={formId}
        name="chosen"
        value={`${id} ${proposal.kind} ${target}`}
        autoComplete="off"
        aria-label={`Select the first suggestion${payerName ? ` for ${payerName}` : ''}`}
        className="size-4 accent-(--primary)"
      />
    </label>
  )
}

/** Confirms the first suggestions of the selected lines together, with their sum. */
export function SelectedBar({ transactions }: { transactions: DescribedTransaction[] }) {
  const fetcher = useFetcher<ActReply>({ key: selectedKey })
  useToast(fetcher.data)
  const scripted = useScript()
  const { selected, toggleAll } = useSelected(transactions)
  const isAllowed = useMaySend()
  if (!isAllowed) return null
  if (transactions.every((transaction) => !pressableProposal(transaction))) return null
  const chosen = transactions.filter(({ id }) => selected.has(id))
  return (
    <ActionForm
      id={formId}
      reply={undefined}
      fetcher={fetcher}
      nothingToType
      className="sticky top-13 z-9 mb-2 flex flex-wrap items-center gap-2 bg-ground py-1.5 max-md:top-28"
    >
      <input type="hidden" name="act" value="selected" />
      {scripted && (
        <Button size="small" onClick={toggleAll}>
          {selected.size > 0 ? 'Clear selection' : 'Select all on this page'}
        </Button>
      )}
      {(!scripted || chosen.length > 0) && (
        <span data-key="Shift+Enter">
          <SubmitButton size="small" aria-keyshortcuts="Shift+Enter">
            {chosen.length > 0
              ? `Match ${chosen.length} selected, ${sumOf(chosen)}`
              : 'Match selected'}
          </SubmitButton>
        </span>
      )}
    </ActionForm>
  )
}

function sumOf(chosen: DescribedTransaction[]): string {
  const sums = new Map<Currency, bigint>()
  for (const transaction of chosen) {
    const { currency } = transaction
    sums.set(currency, (sums.get(currency) ?? 0n) + openMinor(transaction))
  }
  return [...sums].map(([currency, minor]) => formatCurrency(minor, currency)).join(' and ')
}

const boxes = () => [...document.querySelectorAll<HTMLInputElement>(`input[form=${formId}]`)]
const idOf = ({ value }: HTMLInputElement) => value.split(' ')[0] ?? ''
/** The transactions whose boxes are ticked. */
export const selectedIds = (): ReadonlySet<string> =>
  new Set(boxes().flatMap((box) => (box.checked ? [idOf(box)] : [])))

/** Ticked boxes belong to the form, not to React. */
function useSelected(transactions: readonly unknown[]) {
  const { key } = useLocation()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const count = () => setSelected(selectedIds())
    // Another page, and a line that left the list, have other boxes.
    if (key && transactions) count()
    document.addEventListener('change', count)
    return () => document.removeEventListener('change', count)
  }, [key, transactions])
  const toggleAll = () => {
    const checked = selectedIds().size === 0
    for (const box of boxes()) box.checked = checked
    setSelected(selectedIds())
  }
  return { selected, toggleAll }
}
