import type { MyShare } from '../../../domain/distributions/my-returns.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Day } from '../../../ui/day.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { formatExchange } from '../../../values/exchange-rate.ts'
import type { Cents } from '../../../values/money.ts'

/** Newest first; one that is only declared does not count yet, a voided one keeps its reason and does not count. */
export function Distributions({ shares, total }: { shares: MyShare[]; total: Cents }) {
  return (
    <Panel
      title="Distributions"
      action={
        shares.length > 0 && (
          <Amount cents={total} show="when-needed" className="font-[580] text-positive" />
        )
      }
    >
      {shares.length === 0 ? (
        <p className="text-muted">No distributions yet. Your share of each appears here.</p>
      ) : (
        <ul className="divide-y divide-line-soft">
          {shares.map(({ distributionId, on, sentOn, amount, paid, voidedBecause }) => (
            <li
              key={distributionId}
              className="num flex justify-between gap-4 py-2 first:pt-0 last:pb-0"
            >
              <span className="min-w-0 wrap-anywhere">
                <Day on={on} />{' '}
                {voidedBecause !== null ? (
                  <Badge tone="amber">Voided</Badge>
                ) : (
                  sentOn === null && <Badge tone="blue">Declared</Badge>
                )}
                <span className="block text-xs text-muted">
                  {sentOn ? (
                    <>
                      Sent <Day on={sentOn} />
                    </>
                  ) : (
                    voidedBecause === null && 'Not sent yet; counts as a return once sent'
                  )}
                </span>
                {paid && <span className="block text-xs text-muted">{formatExchange(paid)}</span>}
                {voidedBecause !== null && (
                  <bdi className="block text-xs whitespace-pre-line text-muted">
                    {voidedBecause}
                  </bdi>
                )}
              </span>
              {voidedBecause === null ? (
                <Amount cents={amount} show="when-needed" className="font-[560]" />
              ) : (
                <s className="text-muted">
                  <Amount cents={amount} show="when-needed" />
                </s>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
