import { useState } from 'react'
import type { ExistingInvestment } from '../../../domain/investments/add-investment.server.ts'
import {
  investmentStatuses,
  investmentStatusLabels,
} from '../../../domain/investments/investment.ts'
import type { InvestmentInFull } from '../../../domain/investments/investment-in-full.server.ts'
import type { Oversubscription as Beyond } from '../../../domain/investments/oversubscription.server.ts'
import { useScript } from '../../../ui/connection/use-script.ts'
import { Day } from '../../../ui/day.tsx'
import { AmountField } from '../../../ui/fields/amount-field.tsx'
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextareaField } from '../../../ui/fields/textarea-field.tsx'
import type { FormReply } from '../../../values/form.ts'
import { formatAmount, parseAmount } from '../../../values/money.ts'
import { FurtherTranche } from '../new/further-tranche.tsx'
import { OversubscriptionQuestion } from '../parts/oversubscription-question.tsx'
import { amountText } from '../parts/typed-amount.ts'
import { EditConsequences } from './edit-consequences.tsx'
import { type Loaded, Parties } from './parties.tsx'

type Props = {
  opened: Loaded
  reply: FormReply | undefined
  already: ExistingInvestment | null
  beyond: Beyond | null
}

/** Fields that only some statuses need are always shown without JavaScript. */
export function EditFields({ opened, reply, already, beyond }: Props) {
  const { investment, today } = opened
  const scripted = useScript()
  const { figures, status, needs, setStatus, setAmount, setReceived } = useFigures(
    investment,
    reply,
  )
  return (
    <>
      <Parties opened={opened} />
      {already && <FurtherTranche {...already} />}
      <AmountField
        name="amount"
        label="Amount"
        required
        defaultValue={amountText(investment.amount)}
        onValueChange={setAmount}
      />
      {beyond && <OversubscriptionQuestion {...beyond} />}
      <DateField
        name="investedOn"
        label="Investment date"
        required
        defaultValue={investment.investedOn}
        max={today}
      />
      <SelectField
        name="status"
        label="Status"
        span="full"
        defaultValue={investment.status}
        onValueChange={setStatus}
      >
        {investmentStatuses.map((known) => (
          <option key={known} value={known}>
            {investmentStatusLabels[known]}
          </option>
        ))}
      </SelectField>
      {(!scripted || needs.confirmation) && (
        <CheckboxField
          name="fullyPaid"
          label={
            <>
              Fully paid on <Day on={today} />
            </>
          }
          hint="What remains is recorded as a payment of that day, with its receipt."
        />
      )}
      <AmountField
        name="received"
        label="Payment received"
        required
        span="full"
        hint={`The ledger says ${formatAmount(investment.received, 'when-needed')}. Another figure becomes an adjustment.`}
        defaultValue={amountText(investment.received)}
        onValueChange={setReceived}
      />
      {(!scripted || needs.reason) && (
        <TextareaField
          name="reason"
          label="Reason for the adjustment"
          required={needs.reason}
          rows={2}
          span="full"
        />
      )}
      <NextPaymentFields investment={investment} isHidden={scripted && !needs.next} />
      <EditConsequences investment={investment} figures={figures} status={status} />
    </>
  )
}

type NextProps = { investment: InvestmentInFull; isHidden: boolean }

/** Hidden, not unmounted, so that typed values survive switching. */
function NextPaymentFields({ investment, isHidden }: NextProps) {
  return (
    <fieldset disabled={isHidden} className={isHidden ? 'hidden' : 'contents'}>
      <DateField
        name="nextPaymentOn"
        label="Next payment date"
        optional
        span="half"
        defaultValue={investment.nextPaymentOn ?? undefined}
      />
      <AmountField
        name="nextPaymentAmount"
        label="Next payment amount"
        optional
        span="half"
        defaultValue={amountText(investment.nextPaymentAmount)}
      />
    </fieldset>
  )
}

function useFigures(investment: InvestmentInFull, reply: FormReply | undefined) {
  const typed = reply?.values
  const [status, setStatus] = useState<string>(typed?.status ?? investment.status)
  const [amount, setAmount] = useState(typed?.amount ?? amountText(investment.amount))
  const [received, setReceived] = useState(typed?.received ?? amountText(investment.received))
  const figures = figuresOf(amount, received)
  const isPaid = figures !== null && figures.received === figures.amount
  const confirmation = status === 'completed' && investment.status !== 'completed' && !isPaid
  const isAdjusted = figures !== null && figures.received !== investment.received
  const reason = isAdjusted || reply?.errors.reason !== undefined
  const next = status !== 'cancelled' && !isPaid && !confirmation
  return {
    ...{ figures, setStatus, setAmount, setReceived },
    status: investmentStatuses.find((known) => known === status) ?? investment.status,
    needs: { confirmation, reason, next },
  }
}

function figuresOf(amount: string, received: string) {
  const [known, other] = [parseAmount(amount), parseAmount(received)]
  return known.ok && other.ok ? { amount: known.amount, received: other.amount } : null
}
