import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { removeDatabase } from '../server/postgres/postgres-place.ts'
import { secondsSince } from '../server/progress.ts'
import { withCleanup } from '../server/with-cleanup.ts'
import { fill, type Sizes } from './large/fill.ts'
import { completionMark, isComplete, largeDataDir } from './large/place.ts'
import { withServerOn } from './running-server.ts'

// Makes the large demo once, in its own data folder: `npm run demo:large`, or with a folder and a part of the full
// size behind it: `npm run demo:large -- /tmp/tenth 0.1`. `npm run bench:lists` measures the office on it.

const full: Sizes = {
  investors: 100_000,
  projects: 500,
  investments: 300_000,
  payments: 1_000_000,
  transactions: 1_000_000,
  recipients: 5_000_000,
  distributions: 1_000,
  documents: 20_000,
  inquiries: 20_000,
}

/** A hundred investors hold twenty investments each. */
const smallestPart = 0.001

/** Notifications and projects are a round number at every size, and investors fill whole groups of fifty. */
function sizesOf(part: number): Sizes {
  const scaled = Object.entries(full).map(([name, size]) => [
    name,
    Math.max(50, Math.round((size * part) / 50) * 50),
  ])
  return Object.fromEntries(scaled) as Sizes
}

const [folder, size] = process.argv.slice(2)
const dataDir = largeDataDir(folder)
const part = Number(size ?? 1)
const began = performance.now()

if (isComplete(dataDir)) {
  console.log(`The large demo is there already: ${dataDir}`)
} else if (existsSync(dataDir)) {
  console.error(
    `${dataDir} exists and is no large demo that was finished. Remove it, or name another folder.`,
  )
  process.exitCode = 1
} else if (!(part >= smallestPart && part <= 1)) {
  console.error(`The part of the full size is a number from ${smallestPart} to 1.`)
  process.exitCode = 1
} else {
  console.log(`Making the large demo in ${dataDir}`)
  let isFilled = false
  await withCleanup(
    async () => undefined,
    // A half made one would have to be removed by hand before the next is made.
    async () => isFilled || !existsSync(dataDir) || removeDatabase(dataDir),
    async () => {
      await make()
      isFilled = true
    },
  )
}

async function make() {
  await withServerOn(dataDir, async () => undefined)
  const contradictions = await fill(dataDir, sizesOf(part))
  for (const line of contradictions) console.error(line)
  if (contradictions.length > 0) {
    process.exitCode = 1
    return
  }
  await writeFile(completionMark(dataDir), `${JSON.stringify(sizesOf(part))}\n`)
  console.log(`Done in ${secondsSince(began)}. Start it with:  DATA_DIR=${dataDir} npm start`)
}
