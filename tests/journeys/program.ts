import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { removeDatabase } from '../../server/postgres/postgres-place.ts'

/** The program, started as `npm start` does after its set-up, with its own data folder and port. */
export type Program = {
  origin: string
  dataDir: string
  /** What it wrote to the terminal since it was started, as with the usual settings: emails of the demo are here. */
  output: () => string
  /** Dies without a chance to tidy up. */
  kill: () => Promise<void>
  stop: () => Promise<number | null>
}

const startLimit = 90_000
/** What every program of this run wrote, for log.spec.ts: `*.log` to standard error, `*.out` to the terminal. */
export const writtenFolder = process.env.JOURNEYS_WRITTEN ?? ''
/** Lines that are logged for log.spec.ts alone. */
const isExtra = (line: string) => /"level":"debug"|"message":"slow query"/.test(line)

/** Keeps all that a program writes, and says what of it the usual settings write. */
function keepWhatIsWritten({ stdout, stderr }: ChildProcess): () => string {
  mkdirSync(writtenFolder, { recursive: true })
  const file = join(writtenFolder, randomUUID())
  let written = ''
  stdout?.on('data', (chunk: Buffer) => {
    written += chunk
    appendFileSync(`${file}.out`, chunk)
  })
  if (stderr) {
    createInterface({ input: stderr }).on('line', (line) => {
      if (!isExtra(line)) written += `${line}\n`
      appendFileSync(`${file}.log`, `${line}\n`)
    })
  }
  return () => written
}

/** Starts a program on a data folder; a new one unless one is given, as after a crash. */
export async function startProgram(
  settings: Record<string, string> = {},
  dataDir?: string,
): Promise<Program> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'msingi-journey-')))
  const child = spawn(process.execPath, ['server/start.ts'], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: folder,
      LOG_LEVEL: 'debug',
      SLOW_QUERY_MS: '20',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written = keepWhatIsWritten(child)
  const origin = await new Promise<string>((found, failed) => {
    const look = () => {
      const address = /Msingi is running: (\S+)/.exec(written())?.[1]
      if (address) found(address)
    }
    child.stdout.on('data', look)
    child.once('exit', (code) =>
      failed(new Error(`The program ended with ${code} while starting:\n${written()}`)),
    )
    setTimeout(
      () => failed(new Error(`The program did not start in time:\n${written()}`)),
      startLimit,
    ).unref()
  })
  return {
    origin,
    dataDir: folder,
    output: written,
    kill: () => end(child, 'SIGKILL').then(() => undefined),
    stop: () => end(child, 'SIGTERM'),
  }
}

function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((ended) => {
    child.once('exit', (code) => ended(code))
    child.kill(signal)
  })
}

/** Removes what a stopped program left. */
export async function clearAway({ dataDir }: Program): Promise<void> {
  await removeDatabase(dataDir)
  await rm(dataDir, { recursive: true, force: true })
}
