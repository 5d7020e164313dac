import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { continueUnlessStopping } from '../../server/with-cleanup.ts'
import type { Link } from './network.ts'

/**
 * The folder of Debian becomes the root, read-only, with the machine's own folder as /srv. Mounts and processes end with
 * the first process, and that ends when this program does, also when it is killed.
 */
const enter = `set -e
mount --make-rprivate /
mount --bind "$0" "$0"
mount -o remount,bind,ro "$0"
for place in tmp run; do mount -t tmpfs tmpfs "$0/$place"; done
mount -t proc proc "$0/proc"
mount --bind /dev "$0/dev"
mount -t tmpfs tmpfs "$0/dev/shm"
mount --bind "$1" "$0/srv"
for place in etcd postgresql pgbackrest; do
  mkdir -p "$1/$place"
  mount --bind "$1/$place" "$0/var/lib/$place"
done
for place in spool log; do mount -t tmpfs tmpfs "$0/var/$place"; done
[ ! -e "$1/pgbackrest.conf" ] || mount --bind "$1/pgbackrest.conf" "$0/etc/pgbackrest.conf"
exec chroot "$0" /bin/sh /srv/start.sh`

const namespaces = ['--mount', '--pid', '--ipc', '--uts', '--net']
/** The beginning of a command that becomes the user of PostgreSQL. */
export const asPostgres = [
  ...['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'],
  ...['env', 'HOME=/var/lib/postgresql', 'LC_ALL=C.UTF-8'],
  'PATH=/usr/lib/postgresql/17/bin:/usr/bin:/bin',
]
const execute = promisify(execFile)

/** A separate machine: processes, mounts and, with a link, a network that are not this machine's. */
export type Node = {
  readonly name: string
  readonly folder: string
  /** The network; null is this machine's. */
  readonly link: Link | null
  start: () => Promise<void>
  /** SIGKILL of everything that runs there; fulfilled when nothing does. */
  kill: () => Promise<void>
  /** Sends a signal to everything that runs there. */
  signalAll: (signal: NodeJS.Signals) => Promise<void>
  /** SIGKILL of the process with this number there. */
  killInside: (pid: number) => Promise<void>
  /** Runs a program there as the user postgres; answers what it printed, and fails with that when it fails. */
  run: (...words: string[]) => Promise<string>
}

type Place = { name: string; root: string; folder: string; link: Link | null }

/** A machine that is not started yet; `start.sh` in its folder is what it runs. */
export function nodeOf({ name, root, folder, link }: Place): Node {
  let child: ChildProcess | null = null
  let ended: Promise<unknown> = Promise.resolve()

  const kill = async () => {
    const running = await processesOf(child)
    child?.kill('SIGKILL')
    await ended
    child = null
    while ((await Promise.all(running.map(({ pid }) => spaceOf(pid)))).some(Boolean))
      await sleep(20)
  }
  return {
    name,
    folder,
    link,
    start: async () => {
      await kill()
      await continueUnlessStopping()
      const log = openSync(join(folder, 'machine.log'), 'a', 0o600)
      const there = link ? ['ip', 'netns', 'exec', link.namespace] : []
      const alone = ['unshare', '--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child']
      const words = ['--pdeathsig', 'KILL', ...there, ...alone, 'sh', '-c', enter, root, folder]
      const started = spawn('setpriv', words, {
        // Ctrl-C reaches us only.
        detached: true,
        stdio: ['ignore', log, log],
        env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' },
      })
      closeSync(log)
      ended = new Promise((done) => started.once('close', done).once('error', done))
      child = started
    },
    kill,
    signalAll: async (signal) => {
      for (const { pid } of await processesOf(child)) signalTo(pid, signal)
    },
    killInside: async (inner) => {
      const found = (await processesOf(child)).find((process) => process.inner === inner)
      if (!found) throw new Error(`${name} has no process ${inner}`)
      signalTo(found.pid, 'SIGKILL')
    },
    run: async (...words) => {
      const first = (await processesOf(child)).find(({ inner }) => inner === 1)
      if (!first) throw new Error(`${name} does not run`)
      const there = ['--target', String(first.pid), ...namespaces, '--root', '--wd=/']
      const { stdout } = await execute('nsenter', [...there, '--', ...asPostgres, ...words], {
        maxBuffer: 16_000_000,
      })
      return stdout
    },
  }
}

/** Empty for one that has ended. */
const spaceOf = (pid: string | number) => readlink(`/proc/${pid}/ns/pid`).catch(() => '')

/** Every process of a machine, by its number here and there. Waits until the machine has its first one. */
async function processesOf(child: ChildProcess | null): Promise<{ pid: number; inner: number }[]> {
  if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return []
  const children = `/proc/${child.pid}/task/${child.pid}/children`
  let first = ''
  while (!first) {
    // A start that failed leaves none.
    const read = await readFile(children, 'utf8').catch(() => null)
    if (read === null) return []
    first = read.trim()
    if (!first) await sleep(20)
  }
  const space = await spaceOf(first)
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      if (!space || (await spaceOf(pid)) !== space) return []
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      const inner = Number(/^NSpid:.*\s(\d+)$/m.exec(status)?.[1])
      return [{ pid: Number(pid), inner }]
    }),
  )
  return found.flat()
}

/** One that ended since it was listed needs no signal. */
function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'ESRCH') throw fault
  }
}
