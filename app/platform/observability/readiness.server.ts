import { setTimeout as sleep } from 'node:timers/promises'
import { config } from '../config.server.ts'
import { primaryPools } from '../database/connections.server.ts'
import { askPool } from '../database/pool-watch.server.ts'
import { files } from '../files/files.server.ts'
import { askBeside } from '../http/live.server.ts'
import { log } from './log.server.ts'

/** What a process needs to answer all requests. */
type Part = 'database' | 'disk' | 'migrations' | 'files'

/** However rarely somebody asks, the database and the disk are asked once a second. */
const keptForMs = 1_000
const patienceMs = 2_000

let startedWith: string | null = null
let last: { at: number; missing: Promise<Part[]> } | null = null

let isDiskFull = false

/** Remembers whether the embedded database waits for room on its disk, which is why it is missing. */
export function noteFullDisk(isFull: boolean): void {
  isDiskFull = isFull
}

/** Remembers the migration this process was started with, which the start has just brought the database to. */
export async function rememberSchema(): Promise<void> {
  startedWith = await newestMigration()
}

/**
 * What is missing for answering requests; nothing when all is there. A database that is ahead of this process is none of
 * it: while processes are replaced one by one the new ones migrate, and the old ones go on.
 */
export function missingParts(): Promise<Part[]> {
  const now = performance.now()
  if (!last || now - last.at > keptForMs) last = { at: now, missing: look() }
  return last.missing
}

/**
 * Whether requests may be sent to a process that lacks these. A bucket is every process's: while it is down each of them
 * would be taken out, and nobody could read or pay for want of a picture. A folder may be this one's alone.
 */
export function isReadyWithout(
  missing: readonly Part[],
  hasBucket = config.objectStore !== null,
): boolean {
  return missing.every((part) => part === 'files' && hasBucket)
}

async function look(): Promise<Part[]> {
  const [schema, pools, store] = await Promise.all([
    triedFor('database', newestMigration()),
    triedFor('database', Promise.all(primaryPools.map(askPool))),
    triedFor('files', files.tryWriting()),
  ])
  const isCurrent =
    schema.done && schema.result !== null && startedWith !== null && schema.result >= startedWith
  return [
    ...(schema.done && pools.done ? [] : (['database'] as const)),
    ...(isDiskFull ? (['disk'] as const) : []),
    ...(isCurrent || !schema.done ? [] : (['migrations'] as const)),
    ...(store.done ? [] : (['files'] as const)),
  ]
}

async function newestMigration(): Promise<string | null> {
  const [row] = await askBeside<{ name: string | null }>('select app.newest_migration() as name')
  return row?.name ?? null
}

type Tried<Result> = { done: true; result: Result } | { done: false }

/** What hangs is as good as not there. Why stands in the log, for the operator; whoever asks is told the part alone. */
async function triedFor<Result>(part: Part, work: Promise<Result>): Promise<Tried<Result>> {
  const late = sleep(patienceMs, 'late' as const, { ref: false })
  try {
    const result = await Promise.race([work.then((result) => ({ result })), late])
    if (result !== 'late') return { done: true, ...result }
    lacks(part, 'no answer in time')
  } catch (fault) {
    lacks(part, fault instanceof Error ? fault.message : String(fault))
  }
  return { done: false }
}

const lacks = (part: Part, reason: string) => log.warn('not ready', { part, reason })
