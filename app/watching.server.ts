import { outboxDepth } from './domain/outbox/outbox-depth.server.ts'
import { jobCounts } from './platform/job-counts.server.ts'
import { reading } from './platform/metrics.server.ts'
import { watchProcess } from './platform/runtime-metrics.server.ts'
import { asWorker } from './platform/unattended.server.ts'

/** Adds what is read when somebody asks to what is counted all the time. Once in a process, where metrics are wanted. */
export function startWatching(): void {
  watchProcess()
  reading('msingi_outbox_mails', 'Mails that wait, and those that no server took.', async () => {
    const { queued, failed } = await asWorker(outboxDepth)
    return Object.entries({ queued, failed }).map(([state, value]) => ({
      labels: { state },
      value,
    }))
  })
  reading('msingi_outbox_oldest_seconds', 'For how long the first mail has waited.', async () => [
    { labels: {}, value: (await asWorker(outboxDepth)).oldestSeconds },
  ])
  reading('msingi_jobs', 'Jobs of the worker, as it counted them last.', async () => {
    const queues = await asWorker(jobCounts)
    return queues.flatMap(({ queue, ...counts }) =>
      Object.entries(counts).map(([state, value]) => ({ labels: { queue, state }, value })),
    )
  })
}
