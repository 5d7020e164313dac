import { execFile } from 'node:child_process'
import { constants, open, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { isFault, readIfThere } from './write-once.ts'

/**
 * What became of the server that wrote `postmaster.pid`:
 * `running` serves this very cluster, `stranger` is another program that got the number later, `zombie` is dead but
 * was never collected by a container's first process, `gone` needs no word.
 */
export type Postmaster = { pid: number; state: 'running' | 'stranger' | 'zombie' | 'gone' }

const fastShutdown = 'SIGINT'
const immediateShutdown = 'SIGQUIT'

async function linuxProgram(pid: number): Promise<{ dead: boolean; words: string[] } | null> {
  try {
    const [stat, commandLine] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ])
    // The program's name stands in brackets and may itself contain any character.
    const letter = stat.slice(stat.lastIndexOf(')') + 2)[0]
    return { dead: letter === 'Z' || letter === 'X', words: commandLine.split('\0') }
  } catch (error) {
    if (isFault(error, 'ENOENT', 'ESRCH')) return null
    throw error
  }
}

async function otherProgram(pid: number): Promise<{ dead: boolean; words: string[] } | null> {
  try {
    const { stdout } = await promisify(execFile)('/bin/ps', [
      '-ww',
      '-p',
      String(pid),
      '-o',
      'stat=',
      '-o',
      'args=',
    ])
    const [state = '', ...words] = stdout.trim().split(/\s+/)
    return { dead: state.startsWith('Z'), words }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 1) return null
    throw error
  }
}

async function stateOf(pid: number, cluster: string): Promise<Postmaster['state']> {
  const program = process.platform === 'linux' ? await linuxProgram(pid) : await otherProgram(pid)
  if (!program) return 'gone'
  if (program.dead) return 'zombie'
  const [name = '', ...words] = program.words
  return basename(name) === 'postgres' && words.join(' ').includes(`-D ${cluster}`)
    ? 'running'
    : 'stranger'
}

export async function readPostmaster(cluster: string): Promise<Postmaster | null> {
  const file = await readIfThere(join(cluster, 'postmaster.pid'))
  const pid = Number(file?.split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 1) return null
  return { pid, state: await stateOf(pid, cluster) }
}

/**
 * Makes a new server see that the one named in `postmaster.pid` is dead. PostgreSQL finds that out by itself when the
 * number is free, but takes a zombie, or a stranger under the same user, for a living server. The file is not removed:
 * it also says which shared memory the old server had, and PostgreSQL refuses to start while a backend still uses that.
 * Our own number is the one it always takes for stale, because we are the parent of the new server.
 */
export async function declareDead(cluster: string, pid: number): Promise<void> {
  const file = await open(join(cluster, 'postmaster.pid'), constants.O_RDWR | constants.O_NOFOLLOW)
  try {
    const text = await file.readFile('utf8')
    const [first, ...rest] = text.split('\n')
    if (Number(first) !== pid) return
    await file.truncate(0)
    await file.write([String(process.pid), ...rest].join('\n'), 0)
  } finally {
    await file.close()
  }
}

/** Stops the server of this cluster, if one runs: fast, and after five seconds at once (it recovers at its next start). */
export async function stopPostmaster(cluster: string): Promise<void> {
  const postmaster = await readPostmaster(cluster)
  if (postmaster?.state !== 'running') return
  const { pid } = postmaster
  for (const [signal, seconds] of [
    [fastShutdown, 5],
    [immediateShutdown, 3],
  ] as const) {
    // Asked again before each signal, because the number may have gone to somebody else.
    if ((await stateOf(pid, cluster)) !== 'running') return
    process.kill(pid, signal)
    for (let waited = 0; waited < seconds * 1000; waited += 25) {
      await sleep(25)
      if ((await stateOf(pid, cluster)) !== 'running') return
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) did not stop within 8 seconds.`)
}
