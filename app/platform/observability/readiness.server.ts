import { setTimeout as sleep } from 'node:timers/promises'
import { config } from '../config.server.ts'
import { primaryPools } from '../database/connections.server.ts'
import { askPool } from '../database/pool-watch.server.ts'
import { files } from '../files/files.server.ts'
import { queryListener } from '../http/live.server.ts'
import { log } from './log.server.ts'

/** What a process needs to answer requests. */
export const parts = ['database', 'disk', 'migrations', 'files'] as const
type Part = (typeof parts)[number]

/** Database and disk are checked at most once a second. */
const keptForMs = 1_000
const timeoutMs = 2_000

let startedWith: string | null = null
let last: { at: number; missing: Promise<Part[]> } | null = null

let isDiskFull = false

/** Stores that the embedded database is stopped by a full disk. */
export function noteFullDisk(isFull: boolean): void {
  isDiskFull = isFull
}

/** Stores the latest migration at the start of this process. */
export async function rememberSchema(): Promise<void> {
  startedWith = await newestMigration()
}

/** The missing parts; empty when ready. A newer schema is fine: during a rolling update old processes keep running. */
export function missingParts(): Promise<Part[]> {
  const now = performance.now()
  if (!last || now - last.at > keptForMs) last = { at: now, missing: look() }
  return last.missing
}

/**
 * Whether a process may get requests without these parts. A bucket is shared, so its loss must not
 * take every process out; a folder may be this process's alone.
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
  const [row] = await queryListener<{ name: string | null }>(
    'select app.newest_migration() as name',
  )
  return row?.name ?? null
}

type Tried<Result> = { done: true; result: Result } | { done: false }

/** A hanging check counts as missing. The log has the reason; the response names only the part. */
async function triedFor<Result>(part: Part, work: Promise<Result>): Promise<Tried<Result>> {
  const late = sleep(timeoutMs, 'late' as const, { ref: false })
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
