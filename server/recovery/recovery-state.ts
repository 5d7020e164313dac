import type pg from 'pg'
import { attempt, connected } from './database.ts'

/** What the office and the metrics show of backups (app/domain/company/recovery-state.server.ts). */
type Outcome =
  | { kind: 'backup'; takenAt: string; missing: number }
  | { kind: 'backup-failed'; reason: string }
  | { kind: 'drill' | 'drill-failed' | 'verify' | 'verify-failed' }

const reached = { drill: 'drill_at', verify: 'verify_at' } as const
const failed = { 'drill-failed': 'drill_failed_at', 'verify-failed': 'verify_failed_at' } as const

function updateFor(outcome: Outcome): [string, unknown[]] {
  switch (outcome.kind) {
    case 'backup':
      // A backup that was begun before a newer one ended does not replace it.
      return [
        'backup_at = greatest(backup_at, $1::timestamptz), backup_missing = $2, backup_failed_at = null, backup_failure = null',
        [outcome.takenAt, outcome.missing],
      ]
    case 'backup-failed':
      return ['backup_failed_at = now(), backup_failure = $1', [outcome.reason.slice(0, 500)]]
    case 'drill':
    case 'verify':
      return [`${reached[outcome.kind]} = now(), ${outcome.kind}_failed_at = null`, []]
    default:
      return [`${failed[outcome.kind]} = now()`, []]
  }
}

/** Writes an outcome. Does nothing in a database of a version without the table; rejects when it only reads. */
export async function noteOutcome(client: pg.Client, outcome: Outcome): Promise<void> {
  const [assignments, values] = updateFor(outcome)
  await client.query('begin; set local role msingi_owner')
  try {
    await attempt(
      client,
      () => client.query(`update app.recovery_state set ${assignments}`, values),
      () => null,
    )
    await client.query('commit')
  } catch (fault) {
    await client.query('rollback')
    throw fault
  }
}

/** As `noteOutcome`, on a separate connection; a database that cannot be written to is no reason to fail. */
export function tryToNote(databaseUrl: string, outcome: Outcome): Promise<void> {
  return connected(databaseUrl, (client) => noteOutcome(client, outcome)).catch(() => undefined)
}

type RecoveryState = { installationId: string; backupAt: Date | null }

/** Null in a database of a version without it. */
export function readRecoveryState(client: pg.Client): Promise<RecoveryState | null> {
  return attempt(
    client,
    async () => {
      const { rows } = await client.query<RecoveryState>(
        'select installation_id as "installationId", backup_at as "backupAt" from app.recovery_state',
      )
      return rows[0] ?? null
    },
    () => null,
  )
}
