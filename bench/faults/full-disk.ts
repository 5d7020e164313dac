import { execFile } from 'node:child_process'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Fault } from './stage.ts'

const run = promisify(execFile)
const sizeMb = 200
const fullMs = 6_000
const noRight = 'no right to mount'

/** Lays a small disk under the objects of a store that is not started yet. False where nobody may mount. */
export async function laySmallDisk(folder: string): Promise<boolean> {
  const place = join(folder, 'objects')
  await mkdir(place, { recursive: true })
  return run('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', place]).then(
    () => true,
    () => false,
  )
}

/** Takes it away again, when the store has stopped. */
export const takeSmallDisk = (folder: string): Promise<unknown> => run('umount', [join(folder, 'objects')])

/** The disks that can be filled; `mounted` says whether the small one of the store is there. */
export const diskFaults = (mounted: boolean): Fault[] => [
  {
    name: 'store-disk-full',
    what: 'the disk of the object store has no room for 6 s',
    cause: async ({ cluster }) => {
      if (!mounted) return { notRun: noRight }
      const filler = join(cluster.store.folder, 'filler')
      await fill(filler)
      await sleep(fullMs)
      await rm(filler)
      return {}
    },
  },
]

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
