import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { environmentWith } from '../../server/config.ts'

/** A server in a process of its own, the address at which it answers, and how it is ended. */
export type Child = { process: ChildProcess; address: string; stop: () => Promise<void> }

/**
 * Starts a script in production, with these settings on top, that says when it is ready, is told what it needs, and answers the port at which it listens. What it
 * prints is shown only when it ends before it listens, which rejects.
 */
export async function startChild(script: URL, told: object, settings: Record<string, string> = {}): Promise<Child> {
  const child = fork(script, {
    env: environmentWith({ NODE_ENV: 'production', ...settings }),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let printed = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    printed = `${printed}${chunk}`.slice(-4_000)
  })
  const said = () =>
    new Promise<unknown>((done, failed) => {
      child.once('message', done).once('error', failed)
      child.once('exit', (code) => failed(new Error(`its process ended with ${code}:\n${printed}`)))
    })
  await said()
  const place = said()
  child.send(told)
  const { port } = (await place) as { port: number }
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
  return { process: child, address: `http://127.0.0.1:${port}`, stop }
}

/** The memory that a process holds, in MB. */
export async function residentMb({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1000
}
