import { type ComponentProps, type ReactNode, useState } from 'react'
import { type FetcherWithComponents, Link } from 'react-router'
import { leftByRate } from '../../../domain/exchange-rates/left-by-rate.ts'
import type { MoneyChoices } from '../../../domain/exchange-rates/published-rate.ts'
import type { InvestmentForEdit } from '../../../domain/investments/find-investment.server.ts'
import { paymentMethodLabels, paymentMethods } from '../../../domain/investments/payment-methods.ts'
import type { AgreedPayment } from '../../../domain/payments/due-payment.ts'
import type { OpenLine } from '../../../domain/payments/open-lines.server.ts'
import { ownInvestmentMessage } from '../../../domain/payments/own-investment.ts'
import type { SameReference as Same } from '../../../domain/payments/same-reference.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Day } from '../../../ui/day.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { AmountField } from '../../../ui/fields/amount-field.tsx'
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { DialogCancel } from '../../../ui/layout/route-dialog.tsx'
import { type CalendarDate, isBefore, parseCalendarDate } from '../../../values/calendar-date.ts'
import { askedFor } from '../../../values/exchange-rate.ts'
import type { FormReply } from '../../../values/form.ts'
import { add, type Cents, formatAmount, isPositive, zero } from '../../../values/money.ts'
import type { OpenPaymentAccount } from '../../../values/payment-account.ts'
import { MoneyFields, type TypedMoney, useTypedMoney } from '../parts/money-fields.tsx'
import { NextFollowsPlan } from '../parts/next-follows-plan.tsx'
import type { LastPayment } from './last-payment.server.ts'
import { OnStatement } from './on-statement.tsx'
import { PaymentConsequences } from './payment-consequences.tsx'
import { PaymentSummary } from './payment-summary.tsx'

type Props = {
  investment: InvestmentForEdit
  agreed: AgreedPayment[]
  choices: MoneyChoices
  accounts: OpenPaymentAccount[]
  /** The administrator's last payment of today. */
  last: LastPayment | null
  today: CalendarDate
  formKey: string
  reply: FormReply | undefined
  /** The payment that already has this reference. */
  same: ComponentProps<typeof SameReference>['same'] | null
  /** The open line of a statement with this reference. */
  line: OpenLine | null
  /** It stopped taking payments after the form was opened. */
  closed: boolean
  fetcher: FetcherWithComponents<unknown>
}

export function PaymentForm({
  investment,
  agreed,
  choices,
  accounts,
  last,
  today,
  formKey,
  reply,
  same,
  line,
  closed,
  fetcher,
}: Props) {
  const { remaining, investedOn } = investment
  // Keeps the first idempotency key across revalidation, so that a double submit stays harmless.
  const [key] = useState(reply?.values.key ?? formKey)
  const [nextOn, setNextOn] = useState(reply?.values.nextPaymentOn ?? '')
  const firstDay = last && !isBefore(last.receivedOn, investedOn) ? last.receivedOn : today
  const [receivedOn, setReceivedOn] = useState<string>(reply?.values.receivedOn ?? firstDay)
  const received = parseCalendarDate(receivedOn)
  const money = useTypedMoney(choices, { on: receivedOn, reply, currency: last?.currency ?? 'USD' })
  const amount = money.dollars
  const isForeign = money.currency !== 'USD'
  const fits = amount === null ? null : creditedOf(amount, remaining, isForeign)
  const lastCents = isForeign && fits !== null ? leftByRate(fits, remaining) : zero
  const settled = fits === null ? null : add(fits, lastCents)
  return (
    <ActionForm reply={reply} fetcher={fetcher} className="group/money">
      <DialogBody>
        <input type="hidden" name="key" value={key} />
        <PaymentSummary investment={investment} />
        {closed && !reply?.message && (
          <div role="status" className="mb-4">
            <Alert tone="warning">{whyClosed(investment)} Your entries are kept.</Alert>
          </div>
        )}
        <FieldGrid>
          <PaymentAmountFields money={money} remaining={remaining} />
          <DateField
            name="receivedOn"
            label="Date received"
            required
            defaultValue={firstDay}
            min={investedOn}
            max={today}
            onValueChange={setReceivedOn}
          />
          <TransferFields accounts={accounts} last={last}>
            {same && <SameReference key={same.entryId} same={same} />}
            {line && <OnStatement key={line.id} line={line} investmentId={investment.id} />}
          </TransferFields>
          <NextPaymentFields
            hasPlan={investment.hasPlan}
            isHidden={settled === remaining}
            min={received.ok ? received.day : investedOn}
            onDateChange={setNextOn}
          />
          <PaymentConsequences
            investment={investment}
            agreed={agreed}
            amount={settled}
            closed={lastCents}
            nextOn={nextOn}
          />
        </FieldGrid>
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton pendingLabel="Recording payment">
          <SubmitLabel amount={fits} />
        </SubmitButton>
      </DialogFoot>
    </ActionForm>
  )
}

/** What is credited, where it is no more than what remains; a few cents more of another currency are rounding. */
function creditedOf(amount: Cents, remaining: Cents, isForeign: boolean): Cents | null {
  if (amount <= remaining) return amount
  return isForeign && isPositive(leftByRate(remaining, amount)) ? remaining : null
}

/** How the money came, from whom and into which account. */
function TransferFields({
  accounts,
  last,
  children,
}: Pick<Props, 'accounts' | 'last'> & { children: ReactNode }) {
  return (
    <>
      <SelectField
        name="method"
        label="Method"
        span="half"
        defaultValue={last?.method ?? undefined}
      >
        {paymentMethods.map((method) => (
          <option key={method} value={method}>
            {paymentMethodLabels[method]}
          </option>
        ))}
      </SelectField>
      <TextField name="reference" label="Reference" optional span="half" autoComplete="off" />
      {accounts.length > 0 && <AccountField accounts={accounts} last={last} />}
      <TextField
        name="payerName"
        label="Paid by"
        optional="if not the investor"
        span="half"
        autoComplete="off"
      />
      {children}
      <TextField
        name="note"
        label="Note"
        optional="not shown to the investor"
        span="full"
        autoComplete="off"
      />
    </>
  )
}

function AccountField({
  accounts,
  last,
}: {
  accounts: OpenPaymentAccount[]
  last: LastPayment | null
}) {
  return (
    <SelectField
      name="accountId"
      label="Received in"
      optional
      span="half"
      defaultValue={last?.accountId ?? undefined}
    >
      <option value="">Not stated</option>
      {accounts.map(({ id, name, number, currency }) => (
        <option key={id} value={id}>
          {name}, {number} ({currency})
        </option>
      ))}
    </SelectField>
  )
}

function PaymentAmountFields({ money, remaining }: { money: TypedMoney; remaining: Cents }) {
  const hint = `At most ${formatAmount(remaining, 'when-needed')}.`
  return isPositive(remaining) ? (
    <MoneyFields money={money} most={{ amount: remaining, hint, inCurrency: askedFor }} />
  ) : (
    <MoneyFields money={money} most={null} hint="Nothing remains to pay." />
  )
}

type NextProps = {
  hasPlan: boolean
  isHidden: boolean
  min: CalendarDate
  onDateChange: (text: string) => void
}

/** Hidden, not unmounted, so that typed values survive switching. */
function NextPaymentFields({ hasPlan, isHidden, min, onDateChange }: NextProps) {
  if (hasPlan) return <NextFollowsPlan />
  return (
    <fieldset disabled={isHidden} className={isHidden ? 'hidden' : 'contents'}>
      <DateField
        name="nextPaymentOn"
        label="Next payment date"
        optional
        span="half"
        min={min}
        onValueChange={onDateChange}
      />
      <AmountField name="nextPaymentAmount" label="Next payment amount" optional span="half" />
    </fieldset>
  )
}

function SubmitLabel({ amount }: { amount: Cents | null }) {
  return (
    <span>
      Record payment
      {amount !== null && (
        <>
          {' of '}
          <Amount cents={amount} show="when-needed" />
        </>
      )}
    </span>
  )
}

function whyClosed({ status, isOwn }: InvestmentForEdit) {
  if (isOwn) return ownInvestmentMessage
  if (status === 'completed') return 'This investment is now fully paid.'
  if (status === 'cancelled') return 'This investment was cancelled.'
  return 'This investment, its project or its investor was archived.'
}

/** Confirms a second payment with the same reference. */
function SameReference({ same }: { same: Omit<Same, 'referenceKey' | 'reference'> }) {
  const { entryId, investmentId, investor, email, project, amount, receivedOn, receiptNumber } =
    same
  return (
    <div className="col-span-full rounded-control bg-tint-warning px-3.5 py-2.5">
      <p className="font-[560]">This reference is already recorded</p>
      <p className="text-xs wrap-anywhere">
        <Amount cents={amount} show="when-needed" /> on <Day on={receivedOn} /> from{' '}
        <bdi>{investor}</bdi> (<bdi>{email}</bdi>) for{' '}
        <Link
          to={`/admin-dashboard/investments/${investmentId}`}
          target="_blank"
          className="underline underline-offset-2"
        >
          <bdi>{project}</bdi>
        </Link>
        {receiptNumber && `, receipt ${receiptNumber}`}.
      </p>
      <CheckboxField name="repeats" value={entryId} label="Record it again" />
    </div>
  )
}
