import { sql } from 'kysely'
import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss'
import { connectionPools } from '../database/connections.server.ts'
import type { Actor, WorkerActor } from '../database/database.server.ts'
import { log } from '../observability/log.server.ts'
import { beatEverySeconds, watchForLostJobs } from './lost-jobs.server.ts'

/** Queues and what a job in them carries: ids only (house rule 6). They are created by db/migrate.ts. */
export type Jobs = {
  'send-mail': { outboxId: string; isRepeat?: true }
  'fan-out-notification': { notificationId: string; byEmail?: boolean }
  'encode-picture': { pictureId: string }
  'make-preview': { fileId: string }
  'answer-mail-request': { requestId: string }
  'expire-requests': null
  'issue-statements': null
  'restate-statements': { investorId: string } | { projectId: string }
  'seal-audit-log': null
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

/** How long jobs of a queue wait, in seconds, for others of the same burst (`leaveToLatest`). */
const waits: Partial<Record<keyof Jobs, number>> = { 'restate-statements': 5 }

/** Queues a job in the actor's transaction: it exists from the commit on, or never. */
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

/** What the jobs of one queue carry that wait, are tried again or are being done. */
export async function unfinishedJobs<Name extends keyof Jobs>(
  worker: WorkerActor,
  name: Name,
): Promise<Jobs[Name][]> {
  const { rows } = await sql<{ job: Jobs[Name] }>`select data as job from pgboss.job
    where name = ${name} and state in ('created', 'retry', 'active')`.execute(worker.tx)
  return rows.map(({ job }) => job)
}

/**
 * Leaves what several jobs of a queue ask for to the latest of them: the others that wait are taken away. Answers whether
 * one waits, so that the present one has nothing to do. What they were queued for is committed, so the latest sees it.
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

/** Takes away what waits to send this mail, when another job takes its place. */
export async function dropWaitingJobs(worker: WorkerActor, outboxId: string): Promise<void> {
  await sql`delete from pgboss.job where name = 'send-mail' and state in ('created', 'retry')
    and data ->> 'outboxId' = ${outboxId}`.execute(worker.tx)
}

/**
 * Makes jobs of this queue due that wait to be tried again, the least tried first, and answers how many. Only those with
 * fewer than `quickTries` behind them; `most` is how many at the most, or null for all.
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

/** Opens what `enqueue` needs, at the start of the program. One that failed is forgotten, so that the next try is new. */
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

/** A mail server that keeps one mail waiting holds up no other. */
const mailsAtOnce = 4

type Handlers = { [Name in keyof Jobs]: (job: Jobs[Name], isLastAttempt: boolean) => Promise<void> }

/** Works the queues until stopped. A handler that throws is tried again with growing pauses (db/queues.ts says how rarely). */
export async function workJobs(handlers: Handlers): Promise<{ stop: () => Promise<void> }> {
  const boss = await openBoss(true).start()
  const work = <Name extends keyof Jobs>(name: Name, localConcurrency = 1) =>
    boss.work(
      name,
      { ...working, localConcurrency },
      async (jobs: JobWithMetadata<Jobs[Name]>[]) => {
        for (const job of jobs) {
          await handlers[name](job.data, job.retryCount >= job.retryLimit).catch((fault) => {
            // A mail that was not sent is logged where it is known why. Of all others pg-boss only keeps the reason.
            if (name !== 'send-mail')
              log.error('a job failed', fault, { queue: name, attempt: job.retryCount + 1 })
            throw fault
          })
        }
      },
    )
  await work('send-mail', mailsAtOnce)
  await work('fan-out-notification')
  await work('encode-picture')
  await work('make-preview')
  await work('answer-mail-request')
  await work('expire-requests')
  await work('issue-statements')
  await work('restate-statements')
  await work('seal-audit-log')
  await work('sweep')
  await boss.schedule('expire-requests', '*/10 * * * *', null, { missed: 'once' })
  await boss.schedule('seal-audit-log', '*/10 * * * *', null, { missed: 'once' })
  // A program that did not run that night does it when it starts.
  await boss.schedule('sweep', '20 3 * * *', null, { tz: 'Africa/Nairobi', missed: 'once' })
  // The night after finds what this one missed, so a start does not begin with it.
  await boss.schedule('issue-statements', '40 0 * * *', null, { tz: 'Africa/Nairobi' })
  const watch = watchForLostJobs(executeSql)
  return {
    stop: async () => {
      await watch.stop()
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}

/** Lets go of what `enqueue` opened, before the database closes. */
export async function stopEnqueueing(): Promise<void> {
  const opened = sender
  sender = null
  const boss = await opened
  await boss?.stop({ graceful: false })
}
