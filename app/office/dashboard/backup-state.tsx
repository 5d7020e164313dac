import type { ReactNode } from 'react'
import type { RecoveryState } from '../../domain/company/recovery-state.server.ts'
import { Moment, RelativeTime } from '../../ui/day.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { SectionTitle } from '../../ui/layout/panel.tsx'
import { counted } from '../../values/counted.ts'

/** `everyHours` is the schedule, null without one. */
export type Backups = RecoveryState & { everyHours: number | null }

const hour = 3_600_000
/** Drills are due four times a year. */
const longestWithoutDrill = 100 * 24 * hour

/** A quarter of the schedule and an hour late, because a backup takes time and may be tried again. */
function isLate({ backupAt, everyHours }: Backups, now: Date): boolean {
  if (everyHours === null) return false
  return backupAt === null || now.getTime() - backupAt.getTime() > (1.25 * everyHours + 1) * hour
}

/** What someone has to do; nothing while backups, drill and verification are in order. */
export function BackupWarnings({ backups, now }: { backups: Backups; now: Date }) {
  const { backupAt, backupFailure, drillFailedAt, verifyFailedAt } = backups
  const isBackupLate = isLate(backups, now)
  if (!isBackupLate && !drillFailedAt && !verifyFailedAt) return null
  return (
    <div className="mb-5 grid gap-3">
      {isBackupLate && (
        <Alert tone="warning">
          {backupAt === null ? (
            'No backup has been taken yet.'
          ) : (
            <>
              Backups are late: the last good one is of <Moment at={backupAt} />.
            </>
          )}{' '}
          Tell the person who runs the server{backupFailure ? `: ${backupFailure}` : '.'}
        </Alert>
      )}
      {drillFailedAt && (
        <Alert tone="warning">
          The restore drill of <Moment at={drillFailedAt} /> failed. Tell the person who runs the
          server.
        </Alert>
      )}
      {verifyFailedAt && (
        <Alert tone="warning">
          The verification of <Moment at={verifyFailedAt} /> found problems. Tell the person who
          runs the server.
        </Alert>
      )}
    </div>
  )
}

/** When the installation was last backed up, restored for trial and verified. */
export function BackupState({ backups, now }: { backups: Backups; now: Date }) {
  const { backupAt, backupMissing, drillAt, verifyAt } = backups
  const isDrillDue = !drillAt || now.getTime() - drillAt.getTime() > longestWithoutDrill
  return (
    <section className="mt-7">
      <SectionTitle>Backups</SectionTitle>
      <dl className="mt-2 flex flex-wrap gap-x-8 gap-y-1 border-y border-line py-2.5">
        <Last title="Last backup" at={backupAt} now={now}>
          {backupMissing > 0 && ` (${counted(backupMissing, 'file')} missing)`}
        </Last>
        <Last title="Last restore drill" at={drillAt} now={now}>
          {isDrillDue && <span className="text-warning"> (due now)</span>}
        </Last>
        <Last title="Last verification" at={verifyAt} now={now} />
      </dl>
    </section>
  )
}

type LastProps = { title: string; at: Date | null; now: Date; children?: ReactNode }

function Last({ title, at, now, children }: LastProps) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-muted">{title}</dt>
      <dd>
        {at === null ? 'Never' : <RelativeTime at={at} now={now} />}
        {children}
      </dd>
    </div>
  )
}
