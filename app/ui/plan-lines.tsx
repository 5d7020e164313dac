import type { Cents } from '../values/money.ts'
import { Amount } from './amount.tsx'
import { Badge, type BadgeTone } from './badge.tsx'

type Line = {
  name: string
  day: string
  amount: Cents
  state: { words: string; tone: BadgeTone }
  paid: Cents | null
}

/** The lines of a payment plan with their states; one below the other where it is narrow. */
export function PlanLines({ lines, label }: { lines: Line[]; label: string }) {
  return (
    <ol aria-label={label} className="num divide-y divide-line-soft">
      {lines.map(({ name, day, amount, state, paid }, place) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
          key={place}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1 py-2.5 @max-[16rem]/main:grid-cols-1 @min-[34rem]/main:grid-cols-[minmax(0,1fr)_11rem_8rem]"
        >
          <p className="min-w-0 wrap-anywhere">
            <bdi className="font-[520]">{name}</bdi>
            <span className="block text-xs text-muted">
              <bdi>{day}</bdi>
            </span>
          </p>
          <p className="max-w-full min-w-0 @max-[34rem]/main:order-3 @max-[34rem]/main:col-span-full [&>span]:h-auto [&>span]:min-h-5.5 [&>span]:py-1 [&>span]:whitespace-normal">
            <Badge tone={state.tone}>
              <bdi className="min-w-0 wrap-anywhere">{state.words}</bdi>
            </Badge>
          </p>
          <p className="text-end @max-[16rem]/main:text-start">
            <Amount cents={amount} show="when-needed" className="font-[560]" />
            {paid !== null && (
              <span className="block text-xs text-muted">
                <Amount cents={paid} show="when-needed" /> paid
              </span>
            )}
          </p>
        </li>
      ))}
    </ol>
  )
}
