import type { ShareLine } from '../../../domain/distributions/shares.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Day } from '../../../ui/day.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import type { Cents } from '../../../values/money.ts'

/** Its shares of distributions; hidden when there are none. */
export function Returns({ shares, total }: { shares: ShareLine[]; total: Cents }) {
  if (shares.length === 0) return null
  return (
    <Panel
      title="Returns received"
      action={<Amount cents={total} show="when-needed" className="font-[580]" />}
      className="max-w-2xl"
    >
      <ul className="divide-y divide-line-soft">
        {shares.map(({ distributionId, datedOn, amount, note, voidedBecause }) => (
          <li key={distributionId} className="flex justify-between gap-4 py-2">
            <span className="min-w-0 wrap-anywhere">
              <Day on={datedOn} /> {voidedBecause !== null && <Badge>Voided</Badge>}
              {(voidedBecause ?? note) && (
                <bdi className="block text-xs text-muted">{voidedBecause ?? note}</bdi>
              )}
            </span>
            <Amount
              cents={amount}
              show="when-needed"
              className={voidedBecause === null ? 'font-[560]' : 'text-muted line-through'}
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
