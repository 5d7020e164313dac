import { sql } from 'kysely'
import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss'
import { config } from '../config.server.ts'
import { connectionPools } from '../database/connections.server.ts'
import type { Actor, WorkerActor } from '../database/database.server.ts'
import { log } from '../observability/log.server.ts'
import { counter } from '../observability/metrics.server.ts'
import { inSpan } from '../observability/traces.server.ts'
import { beatEverySeconds, watchForLostJobs } from './lost-jobs.server.ts'

/** Queues with their jobs' data: ids only. Created by db/migrate.ts. */
export type Jobs = {
  'send-mail': { outboxId: string; isRepeat?: true }
  'fan-out-notification': { notificationId: string; byEmail?: boolean }
  'encode-picture': { pictureId: string }
  'make-preview': { fileId: string }
  'answer-mail-request': { requestId: string }
  'expire-requests': null
  'issue-statements': null
  'send-reminders': null
  'restate-statements': { investorId: string } | { projectId: string }
  /** What changed; empty to match all open transactions again. */
  'match-transactions': Partial<
    Record<
      'statementFileId' | 'transactionId' | 'investorId' | 'projectId' | 'proofId' | 'rateId',
      string
    >
  >
  'seal-audit-log': null
  'take-backup': null
  sweep: null
}

const executeSql = async (text: string, values?: unknown[]) => {
  const answer: unknown = await connectionPools.system.query(text, values)
  return {
    rows: (Array.isArray(answer) ? answer : [answer]).flatMap(
      (result: { rows: unknown[] }) => result.rows,
    ),
  }
}

function openBoss(isWorker: boolean) {
  const boss = new PgBoss({
    db: { executeSql },
    schema: 'pgboss',
    migrate: false,
    createSchema: false,
    supervise: isWorker,
    schedule: isWorker,
  })
  boss.on('error', (fault) => log.error('jobs', fault))
  return boss
}

let sender: Promise<PgBoss> | null = null

/** Seconds a job waits for others of the same burst (`leaveToLatest`). */
const waits: Partial<Record<keyof Jobs, number>> = {
  'match-transactions': 1,
  'restate-statements': 5,
}

/** Queues a job in the actor's transaction. */
export async function enqueue<Name extends keyof Jobs>(
  actor: Actor,
  name: Name,
  job: Jobs[Name],
): Promise<void> {
  const boss = await startEnqueueing()
  const startAfter = waits[name]
  await boss.send(name, job, {
    db: fromKysely(actor.tx as never),
    ...(startAfter ? { startAfter } : {}),
  })
}

/** The data of a queue's waiting, retried and active jobs. */
export async function unfinishedJobs<Name extends keyof Jobs>(
  worker: WorkerActor,
  name: Name,
): Promise<Jobs[Name][]> {
  const { rows } = await sql<{ job: Jobs[Name] }>`select data as job from pgboss.job
    where name = ${name} and state in ('created', 'retry', 'active')`.execute(worker.tx)
  return rows.map(({ job }) => job)
}

/**
 * Merges a burst of jobs into the latest: other waiting ones are deleted. Returns whether a later
 * job waits, so that this one can skip. Their causes are committed, so the latest sees them.
 */
export async function leaveToLatest<Name extends keyof Jobs>(
  worker: WorkerActor,
  name: Name,
  job: Jobs[Name],
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`select id from pgboss.job where name = ${name}
    and state = 'created' and data = ${JSON.stringify(job)}::jsonb order by created_on desc, id desc`.execute(
    worker.tx,
  )
  const earlier = rows.slice(1).map(({ id }) => id)
  if (earlier.length > 0) {
    await sql`delete from pgboss.job where name = ${name} and state = 'created'
      and id = any(${earlier}::uuid[])`.execute(worker.tx)
  }
  return rows.length > 0
}

/** Deletes waiting jobs of this email, when another job replaces them. */
export async function dropWaitingJobs(worker: WorkerActor, outboxId: string): Promise<void> {
  await sql`delete from pgboss.job where name = 'send-mail' and state in ('created', 'retry')
    and data ->> 'outboxId' = ${outboxId}`.execute(worker.tx)
}

/**
 * Makes up to `most` retries of a queue due now, fewest tries first; null for all. Only those with
 * fewer than `quickTries`. Returns how many.
 */
export async function hastenJobs(
  worker: WorkerActor,
  name: keyof Jobs,
  { most, quickTries }: { most: number | null; quickTries: number },
): Promise<number> {
  const { numAffectedRows = 0n } =
    await sql`update pgboss.job set start_after = now() where name = ${name}
    and state = 'retry' and id in (select id from pgboss.job where name = ${name} and state = 'retry'
      and retry_count < ${quickTries} order by retry_count, created_on limit ${most})`.execute(
      worker.tx,
    )
  return Number(numAffectedRows)
}

/** Opens pg-boss for `enqueue`, at start. A failed attempt is retried by the next call. */
export function startEnqueueing(): Promise<PgBoss> {
  sender ??= openBoss(false)
    .start()
    .catch((fault) => {
      sender = null
      throw fault
    })
  return sender
}

const working = {
  pollingIntervalSeconds: 0.5,
  batchSize: 1,
  includeMetadata: true,
  heartbeatRefreshSeconds: beatEverySeconds,
} as const

const failures = counter(
  'msingi_job_failures_total',
  'Attempts of jobs that failed; most are tried again.',
  ['queue'],
)

/** A slow mail server must not delay other emails. */
const mailsAtOnce = 4

const jobSpan = (queue: string, attempt: number) => ({
  name: `process ${queue}`,
  kind: 'CONSUMER' as const,
  attributes: {
    'messaging.system': 'pg-boss',
    'messaging.operation.type': 'process',
    'messaging.destination.name': queue,
    'msingi.attempt': attempt,
  },
})

type Handlers = { [Name in keyof Jobs]: (job: Jobs[Name], isLastAttempt: boolean) => Promise<void> }

/** Runs the queues until stopped. A handler that throws is retried with growing pauses (db/queues.ts). */
export async function workJobs(handlers: Handlers): Promise<{ stop: () => Promise<void> }> {
  const boss = await openBoss(true).start()
  const work = <Name extends keyof Jobs>(name: Name, localConcurrency = 1) => {
    failures.inc({ queue: name }, 0)
    return boss.work(
      name,
      { ...working, localConcurrency },
      async (jobs: JobWithMetadata<Jobs[Name]>[]) => {
        for (const job of jobs) {
          const attempt = job.retryCount + 1
          await inSpan(jobSpan(name, attempt), () =>
            handlers[name](job.data, job.retryCount >= job.retryLimit),
          ).catch((fault) => {
            failures.inc({ queue: name })
            // Failed emails are logged with their reason; for other jobs pg-boss only stores it.
            if (name !== 'send-mail') log.error('a job failed', fault, { queue: name, attempt })
            throw fault
          })
        }
      },
    )
  }
  await work('send-mail', mailsAtOnce)
  await work('fan-out-notification')
  await work('encode-picture')
  await work('make-preview')
  await work('answer-mail-request')
  await work('expire-requests')
  await work('issue-statements')
  await work('send-reminders')
  await work('restate-statements')
  await work('match-transactions')
  await work('seal-audit-log')
  await work('take-backup')
  await work('sweep')
  await boss.schedule('expire-requests', '*/10 * * * *', null, { missed: 'once' })
  await boss.schedule('seal-audit-log', '*/10 * * * *', null, { missed: 'once' })
  await scheduleBackups(boss)
  // A missed run is made up for at start.
  await boss.schedule('sweep', '20 3 * * *', null, { tz: 'Africa/Nairobi', missed: 'once' })
  // The next night finds what was missed.
  await boss.schedule('issue-statements', '40 0 * * *', null, { tz: 'Africa/Nairobi' })
  // In the hours of the day; a day on which no process ran is left out.
  await boss.schedule('send-reminders', '5 8-20 * * *', null, { tz: 'Africa/Nairobi' })
  const watch = watchForLostJobs(executeSql)
  return {
    stop: async () => {
      await watch.stop()
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}

/** Hourly; the backup itself knows whether it is due (server/recovery/backups/take-apart.ts). */
async function scheduleBackups(boss: PgBoss): Promise<void> {
  if (!config.backups) return boss.unschedule('take-backup')
  await boss.schedule('take-backup', '7 * * * *', null, { missed: 'once' })
  await boss.send('take-backup', null)
}

/** Closes pg-boss before the database closes. */
export async function stopEnqueueing(): Promise<void> {
  const opened = sender
  sender = null
  const boss = await opened
  await boss?.stop({ graceful: false })
}
