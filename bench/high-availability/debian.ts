import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { programNamed } from '../../tests/browser.ts'
import type { Ground } from '../cluster/machines.ts'
import { isRunning } from './network.ts'

/** What of Debian this machine must have; the rest is installed into a folder of the run. */
const needed = ['mmdebstrap', 'ip', 'tc', 'unshare', 'setpriv', 'nsenter', 'mount', 'chroot']
const packagesOfNeeded = 'mmdebstrap iproute2 util-linux'
const release = 'trixie'
const keptIn = '/var/cache/msingi'
const packages = [
  'ca-certificates',
  'etcd-server',
  'haproxy',
  'iptables',
  'patroni',
  'pgbackrest',
  'postgresql-17',
  'python3-etcd',
]
const leftOut = ['doc', 'locale', 'man', 'info'].map((name) => `path-exclude=/usr/share/${name}/*`)

/** What is missing for machines of their own, as a sentence for the reader; null when nothing is. */
export function whatIsMissing(): string | null {
  const missing = needed.filter((name) => programNamed(name) === undefined)
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0
  if (isRoot && missing.length === 0) return null
  const who = isRoot ? [] : ['the rights of root on Linux']
  return `This needs ${[...who, ...missing].join(', ')}. On Debian, as root: apt-get install -y ${packagesOfNeeded}`
}

/**
 * A folder with Debian 13, PostgreSQL, Patroni, etcd, HAProxy and pgBackRest, made at the first run and kept for the next
 * ones: its name is that of what is in it. Nothing is written there afterwards.
 */
export async function debianFolder(ground: Ground): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([release, packages, leftOut]))
  const root = join(keptIn, `${release}-${hash.digest('hex').slice(0, 12)}`)
  if (existsSync(root)) return root
  console.log(
    `Installing Debian 13 with Patroni into ${root}, for this run and the next (a minute)`,
  )
  await mkdir(keptIn, { recursive: true })
  await removeUnfinished()
  const unfinished = `${root}.${process.pid}`
  const logPath = `${unfinished}.log`
  const log = openSync(logPath, 'w', 0o600)
  const options = leftOut.map((option) => `--dpkgopt=${option}`)
  const named = `--include=${packages.join(',')}`
  const child = spawn('mmdebstrap', ['--variant=minbase', ...options, named, release, unfinished], {
    // Ctrl-C reaches us only.
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const ended = new Promise<number | null>((done, failed) => {
    child.once('error', failed)
    child.once('close', done)
  })
  ground.push(async () => {
    child.kill('SIGTERM')
    await ended.catch(() => undefined)
    for (const left of [unfinished, logPath]) await rm(left, { recursive: true, force: true })
  })
  const code = await ended
  if (code !== 0)
    throw new Error(
      `mmdebstrap ended with ${code}:\n${(await readFile(logPath, 'utf8')).slice(-2_000)}`,
    )
  await rename(unfinished, root)
  await rm(logPath)
  return root
}

/** What killed runs left. */
async function removeUnfinished(): Promise<void> {
  for (const name of await readdir(keptIn)) {
    const pid = Number(/\.(\d+)(\.log)?$/.exec(name)?.[1])
    if (pid && !isRunning(pid)) await rm(join(keptIn, name), { recursive: true, force: true })
  }
}
