import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './stage.ts'

const jumpMs = 10 * 60_000
const wrongMs = 5_000

const fileIn = (folder: string) => join(folder, 'clock-moved-by')

/** Settings with which the clock of every process of a cluster in this folder can be moved while it runs. */
export const movableClock = (folder: string): Record<string, string> => ({
  NODE_OPTIONS: `--import=${new URL('moving-clock.mjs', import.meta.url).href}`,
  CLOCK_MOVED_BY: fileIn(folder),
})

/** The clock of every process of the product, and not that of PostgreSQL. */
export const clockFaults: Fault[] = [
  {
    name: 'clock-jumps',
    what: 'the clock of all processes jumps 10 minutes forward, then 20 back, then is right, 5 s each',
    cause: async ({ cluster: { folder } }) => {
      await writeFile(fileIn(folder), String(jumpMs))
      await sleep(wrongMs)
      await writeFile(fileIn(folder), String(-jumpMs))
      await sleep(wrongMs)
      await writeFile(fileIn(folder), '0')
      return {}
    },
  },
]
