import { shareText } from '../../../../domain/projects/unit.ts'
import type { OfficeUnit, ShareOwner } from '../../../../domain/projects/units.server.ts'
import { Amount } from '../../../../ui/amount.tsx'
import { ProgressBar } from '../../../../ui/feedback/progress.tsx'
import { Panel } from '../../../../ui/layout/panel.tsx'
import { basisPoints, hundredPercent } from '../../../../values/percent.ts'
import { Holder, UnitActs } from './units-table.tsx'

type Props = { projectId: string; shares: OfficeUnit[]; owners: ShareOwner[] }

/** The shares that are offered with their prices, and who owns how much of the project. */
export function SharesPanel({ projectId, shares, owners }: Props) {
  const held = owners.reduce((sum, { share }) => sum + share, 0)
  return (
    <Panel title="Shares">
      <div className="grid gap-4">
        <div className="grid max-w-96 gap-1.5">
          <p className="num text-sm">
            {shareText(basisPoints(held))} sold or reserved,{' '}
            {shareText(basisPoints(Math.max(hundredPercent - held, 0)))} available
          </p>
          <ProgressBar
            value={basisPoints(Math.min(held, hundredPercent))}
            label="Sold or reserved"
          />
        </div>
        {shares.length > 0 && (
          <div>
            <h3 className="mb-1 text-sm font-[560]">Offered</h3>
            <ul className="divide-y divide-line-soft">
              {shares.map((share) => (
                <li key={share.id} className="flex items-center gap-4">
                  <span className="num font-[550]">{share.name}</span>
                  <span className="me-auto">
                    {share.price === null ? (
                      <span className="text-muted">No price</span>
                    ) : (
                      <Amount cents={share.price} show="when-needed" />
                    )}
                  </span>
                  <UnitActs projectId={projectId} unit={share} />
                </li>
              ))}
            </ul>
          </div>
        )}
        {owners.length > 0 && (
          <div>
            <h3 className="mb-1 text-sm font-[560]">Owned</h3>
            <ul className="divide-y divide-line-soft">
              {owners.map((owner) => (
                <li
                  key={owner.investmentId ?? owner.requestId}
                  className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2"
                >
                  <span className="num font-[550]">{shareText(owner.share)}</span>
                  <Holder holder={owner} />
                  {owner.investmentId === null && (
                    <span className="text-xs text-muted">requested</span>
                  )}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Panel>
  )
}
