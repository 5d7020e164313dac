import { statfs } from 'node:fs/promises'
import { collectDefaultMetrics } from 'prom-client'
import { recoveryState } from '../domain/company/recovery-state.server.ts'
import { outboxDepth } from '../domain/outbox/outbox-depth.server.ts'
import { config } from '../platform/config.server.ts'
import { poolUse } from '../platform/database/connections.server.ts'
import { openStreams } from '../platform/http/live-stream.server.ts'
import { jobCounts } from '../platform/jobs/job-counts.server.ts'
import { reading, register } from '../platform/observability/metrics.server.ts'
import { missingParts, parts } from '../platform/observability/readiness.server.ts'
import { workerCommand } from '../platform/session/unattended.server.ts'

/**
 * Registers the gauges that are read when Prometheus scrapes. Call once per process. `folders` are
 * those whose free space is measured, by what is in them.
 */
export function startMetrics(folders: Record<string, string>): void {
  collectDefaultMetrics({ register })
  reading('msingi_info', 'Always 1; the version of this process.', ['version'], () => [
    { labels: { version: config.version }, value: 1 },
  ])
  reading(
    'msingi_ready',
    'Whether this process can use this part of the installation: 1 or 0.',
    ['part'],
    async () => {
      const missing = await missingParts()
      return parts.map((part) => ({ labels: { part }, value: missing.includes(part) ? 0 : 1 }))
    },
  )
  reading(
    'msingi_disk_free_bytes',
    'Free space of the file system of a folder, as an unprivileged user has it.',
    ['folder'],
    () => Promise.all(Object.entries(folders).map(freeSpace)),
  )
  reading(
    'msingi_database_connections',
    'Connections of each login, and queries that wait for one.',
    ['login', 'state'],
    () => poolUse().flatMap(({ login, ...counts }) => byState(counts, { login })),
  )
  reading('msingi_live_streams', 'Open streams of live updates.', [], () => [
    { labels: {}, value: openStreams() },
  ])
  reading(
    'msingi_outbox_mails',
    'Emails waiting to be sent, and those that no mail server accepted.',
    ['state'],
    async () => {
      const { queued, failed } = await workerCommand(outboxDepth)
      return byState({ queued, failed }, {})
    },
  )
  reading(
    'msingi_outbox_oldest_seconds',
    'How long the oldest email has been waiting.',
    [],
    async () => [{ labels: {}, value: (await workerCommand(outboxDepth)).oldestSeconds }],
  )
  reading('msingi_jobs', 'Jobs of the worker, at its last count.', ['queue', 'state'], async () => {
    const queues = await workerCommand(jobCounts)
    return queues.flatMap(({ queue, ...counts }) => byState(counts, { queue }))
  })
  readRecoveryTimes()
}

/** An installation restored from an old backup has old times too. Nothing here makes a process unready. */
function readRecoveryTimes(): void {
  const times = {
    backup: ['msingi_last_backup_timestamp_seconds', 'The moment of the newest good backup.'],
    drill: [
      'msingi_last_drill_timestamp_seconds',
      'When a backup was last restored for trial, and was whole.',
    ],
    verify: [
      'msingi_last_verify_timestamp_seconds',
      'When the installation was last verified, and was whole.',
    ],
  } as const
  for (const part of ['backup', 'drill', 'verify'] as const) {
    const [name, help] = times[part]
    reading(name, help, [], async () => {
      const at = (await workerCommand(recoveryState))[`${part}At`]
      return at === null ? [] : [{ labels: {}, value: at.getTime() / 1000 }]
    })
  }
  reading(
    'msingi_backup_interval_seconds',
    'How often backups are scheduled; left out without a schedule.',
    [],
    () => (config.backups ? [{ labels: {}, value: config.backups.everyHours * 3600 }] : []),
  )
}

async function freeSpace([folder, path]: [string, string]) {
  const { bavail, bsize } = await statfs(path)
  return { labels: { folder }, value: bavail * bsize }
}

function byState<Others>(counts: Record<string, number>, others: Others) {
  return Object.entries(counts).map(([state, value]) => ({ labels: { ...others, state }, value }))
}
