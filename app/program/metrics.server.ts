import { collectDefaultMetrics } from 'prom-client'
import { outboxDepth } from '../domain/outbox/outbox-depth.server.ts'
import { poolUse } from '../platform/database/connections.server.ts'
import { openStreams } from '../platform/http/live-stream.server.ts'
import { jobCounts } from '../platform/jobs/job-counts.server.ts'
import { reading, register } from '../platform/observability/metrics.server.ts'
import { workerCommand } from '../platform/session/unattended.server.ts'

/** Registers the gauges that are read when Prometheus scrapes. Call once per process. */
export function startMetrics(): void {
  collectDefaultMetrics({ register })
  reading(
    'msingi_database_connections',
    'Connections of each login, and what waits for one.',
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
  reading(
    'msingi_jobs',
    'Jobs of the worker, as it counted them last.',
    ['queue', 'state'],
    async () => {
      const queues = await workerCommand(jobCounts)
      return queues.flatMap(({ queue, ...counts }) => byState(counts, { queue }))
    },
  )
}

function byState<Others>(counts: Record<string, number>, others: Others) {
  return Object.entries(counts).map(([state, value]) => ({ labels: { ...others, state }, value }))
}
