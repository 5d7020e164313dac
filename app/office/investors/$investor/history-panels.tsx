import type { AuditEntry } from '../../../domain/audit/audit-log.server.ts'
import { Moment } from '../../../ui/day.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { PanelLink } from './panel-link.tsx'

const log = '/admin-dashboard/audit'

/** Latest changes to the investor, the account, investments and payments. */
export function ChangesPanel({
  investorId,
  entries,
}: {
  investorId: string
  entries: AuditEntry[]
}) {
  return (
    <Panel
      title="Changes"
      action={<PanelLink to={`${log}?about=${investorId}`}>Audit Log</PanelLink>}
    >
      {entries.length === 0 ? (
        <p className="text-sm text-muted">No changes yet.</p>
      ) : (
        <ol className="grid gap-4">
          {entries.map(({ id, at, sentence, who, on }) => (
            <li
              key={id}
              className="relative border-s border-line ps-4 before:absolute before:-start-[0.3125rem] before:top-1.25 before:size-2.5 before:rounded-full before:border-2 before:border-muted before:bg-surface first:before:border-[oklch(0.71_0.12_81)] first:before:bg-[oklch(0.71_0.12_81)]"
            >
              <p className="text-xs text-muted">
                <Moment at={at} />
              </p>
              <p className="text-sm font-[560] wrap-anywhere">{sentence}</p>
              <p className="text-xs text-muted wrap-anywhere">
                <bdi>{who.name}</bdi>, on <bdi>{on.name}</bdi>
              </p>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

/** Latest sign-ins, including refused ones. */
export function SignInsPanel({ accountId, entries }: { accountId: string; entries: AuditEntry[] }) {
  return (
    <Panel
      title="Sign-ins"
      action={<PanelLink to={`${log}?about=${accountId}&kind=access`}>Open in Audit Log</PanelLink>}
    >
      {entries.length === 0 ? (
        <p className="text-sm text-muted">No sign-ins yet.</p>
      ) : (
        <ul className="divide-y divide-line-soft">
          {entries.map(({ id, at, act, sentence, clientAddress }) => (
            <li key={id} className="py-2">
              <p
                className={`text-sm font-[560] ${act.endsWith('-refused') ? 'text-negative' : ''}`}
              >
                {sentence}
              </p>
              <p className="text-xs text-muted wrap-anywhere">
                <Moment at={at} />
                {clientAddress && `, from ${clientAddress}`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
