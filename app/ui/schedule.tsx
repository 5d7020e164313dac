import { type Cents, sum } from '../values/money.ts'
import { Amount } from './amount.tsx'

export type ScheduleRow = { label: string | null; amount: Cents; due: string }

/** What is to be paid when, with the sum. */
export function Schedule({ rows, caption }: { rows: ScheduleRow[]; caption: string }) {
  return (
    <table className="num w-full text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Payment and day</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, amount, due }, place) => (
          <tr
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
            key={place}
            className="border-b border-line align-baseline *:py-2 max-[14rem]:flex max-[14rem]:flex-wrap max-[14rem]:justify-between"
          >
            <th scope="row" className="pe-3 text-start font-normal wrap-anywhere">
              <bdi>{label ?? `Instalment ${place + 1}`}</bdi>
              <span className="block text-xs text-muted">{due}</span>
            </th>
            <td className="text-end font-[560] whitespace-nowrap">
              <Amount cents={amount} show="when-needed" />
            </td>
          </tr>
        ))}
        <tr className="align-baseline *:pt-2 max-[14rem]:flex max-[14rem]:flex-wrap max-[14rem]:justify-between">
          <th scope="row" className="pe-3 text-start font-[560]">
            Total
          </th>
          <td className="text-end font-[580] whitespace-nowrap">
            <Amount cents={sum(rows.map(({ amount }) => amount))} show="when-needed" />
          </td>
        </tr>
      </tbody>
    </table>
  )
}
