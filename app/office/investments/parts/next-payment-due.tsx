import { Amount } from '../../../ui/amount.tsx'
import { Day } from '../../../ui/day.tsx'
import type { CalendarDate } from '../../../values/calendar-date.ts'
import type { Cents } from '../../../values/money.ts'
import { Consequence } from '../../parts/consequences.tsx'

/** The payment that is due after the ledger changes. */
export function NextPaymentDue({
  due: { on, amount },
}: {
  due: { on: CalendarDate; amount: Cents }
}) {
  return (
    <Consequence of="Next payment">
      <Amount cents={amount} show="when-needed" /> is due on <Day on={on} />
    </Consequence>
  )
}
