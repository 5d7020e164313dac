import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { environmentWith } from '../../config/config.ts'
import { withCleanup } from '../../server/with-cleanup.ts'
import { stopProcess } from '../cluster/process.ts'

/** A server in its own process, and the address at which it answers. */
export type Child = { process: ChildProcess; address: string }

/**
 * Works with a script in production, with these settings on top, that says when it is ready, is told what it needs, and
 * answers the port at which it listens. It is stopped afterwards. What it prints is shown only when it ends before it
 * listens, which rejects.
 */
export function withChild<Result>(
  { script, told, settings = {} }: { script: URL; told: object; settings?: Record<string, string> },
  work: (child: Child) => Promise<Result>,
): Promise<Result> {
  const start = async () =>
    fork(script, {
      env: environmentWith({ NODE_ENV: 'production', ...settings }),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
  return withCleanup(
    start,
    (child) => stopProcess(child),
    async (child) => work({ process: child, address: await addressOf(child, told) }),
  )
}

async function addressOf(child: ChildProcess, settings: object): Promise<string> {
  let printed = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    printed = `${printed}${chunk}`.slice(-4_000)
  })
  const reported = () =>
    new Promise<unknown>((done, failed) => {
      child.once('message', done).once('error', failed)
      child.once('exit', (code) => failed(new Error(`its process ended with ${code}:\n${printed}`)))
    })
  await reported()
  const place = reported()
  child.send(settings)
  const { port } = (await place) as { port: number }
  return `http://127.0.0.1:${port}`
}

/** The memory that a process holds, in MB. */
export async function residentMb({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1000
}
