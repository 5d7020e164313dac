import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { environmentWith } from '../config/config.ts'
import { build } from '../server/build/build.ts'
import { withTemporaryFolder } from '../server/temporary-folder.ts'
import { withCleanup } from '../server/with-cleanup.ts'
import { stopProcess } from './cluster/process.ts'
import { Pace } from './pace.ts'
import { withDatabaseOf } from './running-database.ts'
import { sayScale, scaled, words } from './scale.ts'
import { within } from './signin/times.ts'

// How long a built server takes until it answers its first page, from starting its process to the last byte of `/`, on a
// database that is up and migrated. Behind the command line a number says how often it is started, seven times unless
// told. Ends non-zero when the median is over the budget of the issue.

const mostMs = 2000
const rounds = Number(words[0] ?? scaled(7, 1))
const lookEveryMs = 10
const pace = new Pace()

/** Until the program is ready its port answers 503, as it does before it listens at all. */
async function firstAnswer(address: string): Promise<void> {
  for (;;) {
    const answer = await fetch(address).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.status === 200) return
    await sleep(lookEveryMs)
  }
}

async function freePort(): Promise<number> {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  await new Promise((closed) => taken.close(closed))
  return port
}

function startOnce(settings: Record<string, string>, port: number): Promise<number> {
  const began = performance.now()
  const start = async () =>
    spawn(process.execPath, ['server/start.ts'], {
      env: environmentWith({ ...settings, PORT: String(port), LOG_LEVEL: 'error' }),
      stdio: ['ignore', 'ignore', 'inherit'],
      detached: true,
    })
  return withCleanup(
    start,
    (server) => stopProcess(server),
    async (server) => {
      const ended = new Promise<never>((_, failed) =>
        server.once('exit', (code) => failed(new Error(`The server ended with ${code}.`))),
      )
      await Promise.race([firstAnswer(`http://127.0.0.1:${port}/`), ended])
      return performance.now() - began
    },
  )
}

async function measure(dataDir: string, url: string): Promise<number[]> {
  const appSecret = randomBytes(32).toString('base64url')
  const settings = { DATA_DIR: dataDir, DATABASE_URL: url, APP_SECRET: appSecret, DEMO: '1' }
  const port = await freePort()
  // The first one migrates and loads the demo.
  await startOnce(settings, port)
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await pace.sample()
    times.push(await startOnce(settings, port))
  }
  return times
}

await build()
const times = await withTemporaryFolder('bench', (dataDir) =>
  withDatabaseOf(dataDir, (url) => measure(dataDir, url)),
)
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
const median = within(0.5, times)
console.log(`
| what | result | allowed |
|---|---|---|
| from the start of the process to the first answered page: median of ${times.length} | ${seconds(median)} | below ${seconds(mostMs)} |
| the quickest and the slowest | ${seconds(Math.min(...times))}, ${seconds(Math.max(...times))} | |
${pace.summary}`)
sayScale()
if (median >= pace.allowed(mostMs)) process.exitCode = 1
