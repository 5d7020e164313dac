import { execFile } from 'node:child_process'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { preparePlace } from '../../server/postgres/postgres-place.ts'
import type { Fault } from './stage.ts'

const run = promisify(execFile)
const storeMb = 200
/** Room for the demo, for what a whole run writes, and for the write-ahead log (cluster/postgres.ts bounds it). */
const databaseMb = 768
const fullMs = 6_000
const noRight = 'no right to mount'

/** The small disks under a cluster, by where they are laid; null where no one may mount. */
export type SmallDisks = { store: string; database: string } | null

/**
 * Lays a small disk under the objects of the store, and one under PostgreSQL, before either of them is started. They go with
 * the folder (server/temporary-folder.ts).
 */
export async function laySmallDisks(folder: string): Promise<SmallDisks> {
  const store = join(folder, 'objects')
  const draft = join(folder, 'small-disk')
  for (const place of [store, draft]) await mkdir(place, { recursive: true })
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${storeMb}m`, 'tmpfs', store])
  } catch {
    return null
  }
  const { cluster: database } = await preparePlace(join(folder, 'database'), () => undefined)
  await run('mount', ['-t', 'tmpfs', '-o', `size=${databaseMb}m`, 'tmpfs', draft])
  await run('cp', ['-a', `${database}/.`, draft])
  await run('mount', ['--bind', draft, database])
  await run('umount', [draft])
  return { store, database }
}

/** The disks that can be filled. */
export const diskFaults = (disks: SmallDisks): Fault[] => [
  {
    name: 'store-disk-full',
    what: 'the disk of the object store has no room for 6 s',
    cause: async () => {
      if (!disks) return { notRun: noRight }
      await withoutRoom(disks.store)
      return {}
    },
  },
  {
    name: 'database-disk-full',
    what: 'the disk of PostgreSQL has no room for 6 s',
    cause: async ({ cluster: { postgres } }) => {
      if (!disks) return { notRun: noRight }
      await withoutRoom(disks.database)
      // It ends itself when not even its log can be written; anyone who runs it has it started again.
      if (!postgres || (await postgres.pid()) !== null) return {}
      await postgres.start()
      return { note: 'PostgreSQL had ended itself' }
    },
  },
]

async function withoutRoom(place: string): Promise<void> {
  const filler = join(place, 'filler')
  await fill(filler)
  await sleep(fullMs)
  await rm(filler)
}

/** Writes until there is no room. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w')
  const block = Buffer.alloc(64 * 1024)
  try {
    for (;;) await file.write(block)
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'ENOSPC') throw fault
  } finally {
    await file.close()
  }
}
