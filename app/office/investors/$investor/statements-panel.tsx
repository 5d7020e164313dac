import type { Statement } from '../../../domain/statements/statements.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Day } from '../../../ui/day.tsx'
import { DownloadLink } from '../../../ui/download-link.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { iconButtonClass } from '../../../ui/icon-button.tsx'
import { DialogLink } from '../../../ui/layout/dialog-link.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { PanelLink } from './panel-link.tsx'

type Props = { investorId: string; statements: Statement[]; shown: number; mayIssue: boolean }

export function StatementsPanel({ investorId, statements, shown, mayIssue }: Props) {
  return (
    <Panel
      title="Statements"
      action={
        mayIssue && (
          <DialogLink
            look="secondary"
            size="small"
            to={`/admin-dashboard/investors/${investorId}/profile/statement`}
          >
            Issue
          </DialogLink>
        )
      }
    >
      {statements.length === 0 ? (
        <p className="text-sm text-muted">No statements yet.</p>
      ) : (
        <ul className="divide-y divide-line-soft">
          {statements.slice(0, shown).map(({ id, period, through, closing, replacedBy }) => (
            <li key={id} className="flex items-center gap-3 py-2">
              <Icon name="contract" className="flex-none text-muted" />
              <div className="min-w-0 flex-1">
                <p className="text-sm font-[560]">
                  {period.label} {replacedBy && <Badge tone="amber">Replaced</Badge>}
                </p>
                <p className="text-xs text-muted">
                  <Amount cents={closing} show="always" /> on <Day on={through} />
                </p>
              </div>
              <DownloadLink
                href={`/admin-dashboard/statements/${id}/pdf`}
                aria-label={`Download the statement of ${period.label}`}
                className={iconButtonClass()}
              >
                <Icon name="download" />
              </DownloadLink>
            </li>
          ))}
        </ul>
      )}
      {statements.length > shown && (
        <p className="pt-3">
          <PanelLink to={`/investment-dashboard/statements?investorId=${investorId}`}>
            {`All ${statements.length} statements, in their portal`}
          </PanelLink>
        </p>
      )}
    </Panel>
  )
}
