import { type MouseEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FetcherWithComponents } from 'react-router'
import { heldReasons } from '../../../domain/bank-matching/matching.ts'
import { mostParts, openMinor } from '../../../domain/bank-transactions/bank-transaction.ts'
import {
  type DescribedTransaction,
  hasWrongCodeDay,
} from '../../../domain/bank-transactions/described-transaction.ts'
import { Button } from '../../../ui/button.tsx'
import { useScript } from '../../../ui/connection/use-script.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { AmountField } from '../../../ui/fields/amount-field.tsx'
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { DialogCancel } from '../../../ui/layout/route-dialog.tsx'
import type { Currency } from '../../../values/currency.ts'
import {
  type ExchangeRate,
  formatCurrency,
  parseCurrencyAmount,
  toDollars,
} from '../../../values/exchange-rate.ts'
import type { FormReply } from '../../../values/form.ts'
import { type Cents, formatAmount } from '../../../values/money.ts'
import { WaitingProposal } from '../../approvals/waiting-proposal.tsx'
import type { Choice } from '../../parts/choice.ts'
import { PartyPicker } from '../../parts/party-picker.tsx'
import { transactionsHome } from '../paths.ts'
import { RecordedWithNumber } from '../recorded-with-number.tsx'
import { SentInDifferently } from '../sent-in-differently.tsx'
import type { MatchReply } from './match-reply.ts'

type Props = {
  transaction: DescribedTransaction
  /** Units of the currency for one dollar on the day; null for dollars, and where there is none. */
  rate: ExchangeRate | null
  choices: Choice[]
  /** The likeliest investment, when the list suggests one. */
  chosen: string | null
  formKey: string
  reply: FormReply | undefined
  same: MatchReply['same'] | null
  fetcher: FetcherWithComponents<unknown>
}

const without = 3

export function MatchForm(props: Props) {
  const { transaction, rate, choices, chosen, formKey, reply, same, fetcher } = props
  const scripted = useScript()
  const [count, setCount] = useState(() => filledParts(reply))
  const [typed, setTyped] = useState<Record<number, string>>({})
  const places = Array.from({ length: scripted ? count : without }, (_, place) => place + 1)
  const { currency } = transaction
  const addPart = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    flushSync(() => setCount(count + 1))
    form?.querySelectorAll<HTMLElement>('[role=combobox]').item(count)?.focus()
  }
  return (
    <ActionForm reply={reply} fetcher={fetcher}>
      <DialogBody>
        <input type="hidden" name="key" value={formKey} />
        <Warnings transaction={transaction} />
        <FieldGrid>
          {places.map((place) => (
            <Part
              key={place}
              place={place}
              choices={choices}
              chosen={place === 1 ? chosen : null}
              currency={currency}
              rate={rate}
              typed={typed[place] ?? ''}
              onType={(text) => setTyped((before) => ({ ...before, [place]: text }))}
            />
          ))}
          {same && (
            <CheckboxField name="repeats" value={same.entryId} label="It is another payment" />
          )}
        </FieldGrid>
        {scripted && count < mostParts && (
          <Button size="small" icon="plus" className="mt-3" onClick={addPart}>
            Another investment
          </Button>
        )}
        <p className="mt-4 text-sm text-muted" aria-live="polite">
          <Rest transaction={transaction} typed={Object.values(typed)} />
        </p>
      </DialogBody>
      <DialogFoot>
        <DialogCancel to={transactionsHome} />
        <SubmitButton pendingLabel="Matching">Match</SubmitButton>
      </DialogFoot>
    </ActionForm>
  )
}

/** What is read before such a transaction is matched. */
function Warnings({ transaction }: Pick<Props, 'transaction'>) {
  const { recorded, waiting, differingClaims, heldFor, currency } = transaction
  const isWrongDay = hasWrongCodeDay(transaction)
  if (!isWrongDay && !recorded && !heldFor && waiting.length + differingClaims.length === 0)
    return null
  return (
    <div className="mb-4 grid gap-2">
      {waiting.map((proposal) => (
        <Alert key={proposal.id} tone="warning">
          <WaitingProposal proposal={proposal} />
        </Alert>
      ))}
      {heldFor && (
        <Alert tone="warning">
          {formatCurrency(openMinor(transaction), currency)} is held for <bdi>{heldFor}</bdi>. Ask
          them before you match it to an investment of someone else.
        </Alert>
      )}
      {isWrongDay && (
        <Alert tone="warning">
          {heldReasons['code-day']} Compare it with the statement before you match it.
        </Alert>
      )}
      {differingClaims.map((claim) => (
        <Alert key={`${claim.investor} ${claim.minor} ${claim.currency}`} tone="warning">
          <SentInDifferently claim={claim} /> Compare it with the statement before you match it.
        </Alert>
      ))}
      {recorded && (
        <Alert tone="warning">
          <RecordedWithNumber recorded={recorded} />
        </Alert>
      )}
    </div>
  )
}

function filledParts(reply: FormReply | undefined): number {
  const filled = Object.entries(reply?.values ?? {}).flatMap(([name, value]) => {
    const place = Number(/^(?:investmentId|amount)(\d+)$/.exec(name)?.[1] ?? 0)
    return value === '' ? [] : [place]
  })
  return Math.max(1, ...filled)
}

type PartProps = {
  place: number
  choices: Choice[]
  chosen: string | null
  currency: Currency
  rate: ExchangeRate | null
  typed: string
  onType: (text: string) => void
}

function Part({ place, choices, chosen, currency, rate, typed, onType }: PartProps) {
  const minor = parseCurrencyAmount(typed, currency)
  const dollars = minor !== null && rate ? toDollars(minor, rate) : null
  return (
    <>
      <PartyPicker
        name={`investmentId${place}`}
        label={place === 1 ? 'Investment' : `Investment ${place}`}
        of="investment"
        first={choices}
        {...(chosen === null ? {} : { defaultValue: chosen })}
        optional={place > 1}
      />
      <AmountField
        name={`amount${place}`}
        label={place === 1 ? 'Amount' : `Amount ${place}`}
        optional
        currency={currency}
        onValueChange={onType}
        hint={hintFor(minor, dollars)}
      />
    </>
  )
}

function hintFor(minor: bigint | null, dollars: Cents | null): string {
  if (minor !== null && minor <= 0n) return 'Enter an amount greater than zero.'
  return dollars === null
    ? 'Leave it empty to use as much as remains to be paid.'
    : `Credited as ${formatAmount(dollars, 'when-needed')}`
}

/** What the typed parts leave. */
function Rest({ transaction, typed }: { transaction: DescribedTransaction; typed: string[] }) {
  const { currency } = transaction
  const open = openMinor(transaction)
  if (open === 0n) return null
  const parts = typed.flatMap((text) => parseCurrencyAmount(text, currency) ?? [])
  const rest = parts.reduce((left: bigint, part) => left - part, open)
  if (rest < 0n)
    return `The parts add up to ${formatCurrency(-rest, currency)} more than the ${formatCurrency(open, currency)} that arrived.`
  if (parts.length === 0 || rest === 0n)
    return `${formatCurrency(open, currency)} is open. Anything left over is held for the investor: it stays open until you match it or send it back.`
  return `${formatCurrency(rest, currency)} is left. When all parts are for the same investor, it is held for them: it stays open until you match it or send it back.`
}
