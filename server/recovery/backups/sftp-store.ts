import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { BackupPlace } from '../../../config/backup-settings.ts'
import { environmentWith } from '../../../config/config.ts'
import { hasErrorCode } from '../../durable-files.ts'
import type { BackupStore } from './backup-store.ts'

type SftpPlace = Extract<BackupPlace, { kind: 'sftp' }>

/** What waits for one connection: new objects, and those fetched for a restore. */
const mostStagedBytes = 256 * 1024 * 1024
const mostFetched = 200
const isMissing = 3

const withoutRclone =
  'BACKUP_TO is an SFTP server, which needs the program rclone: apt-get install rclone'

/** Rejects, with what to install, where rclone does not run. */
export async function refuseWithoutRclone(): Promise<void> {
  await run(['version'], {})
}

/** Answers rclone's output, or null when it says that there is no such folder or file. */
async function run(args: string[], settings: Record<string, string>): Promise<string | null> {
  const program = spawn('rclone', args, {
    env: environmentWith(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number>((resolve, reject) => {
    program.once('error', (fault) =>
      reject(hasErrorCode(fault, 'ENOENT') ? new Error(withoutRclone) : fault),
    )
    program.once('close', (code) => resolve(code ?? 1))
  })
  const stop = () => program.kill()
  process.once('exit', stop)
  const [output, complaint, code] = await Promise.all([
    text(program.stdout),
    text(program.stderr),
    ended,
  ]).finally(() => process.off('exit', stop))
  if (code === 0) return output
  if (code === isMissing) return null
  const line = complaint.trim().split('\n').at(-1) ?? ''
  const reason = line.replace(/^\d{4}\/\S+ \S+ /, '').replace(/^(ERROR|Failed)\s*:?\s*/, '')
  throw new Error(
    `The SFTP server did not do what was asked: ${reason || `rclone ended with ${code}`}.`,
  )
}

/** rclone's remote `backups:`, described by variables instead of a file. */
function settingsOf({ host, port, user, keyFile, knownHostsFile }: SftpPlace) {
  const remote = {
    TYPE: 'sftp',
    HOST: host,
    PORT: String(port),
    USER: user,
    KEY_FILE: keyFile,
    KNOWN_HOSTS_FILE: knownHostsFile,
    // Only SFTP itself: many servers have no shell.
    SHELL_TYPE: 'none',
    DISABLE_HASHCHECK: 'true',
    SET_MODTIME: 'false',
  }
  return {
    RCLONE_CONFIG: '/dev/null',
    RCLONE_RETRIES: '2',
    RCLONE_LOW_LEVEL_RETRIES: '3',
    RCLONE_CONTIMEOUT: '15s',
    RCLONE_TIMEOUT: '60s',
    ...Object.fromEntries(
      Object.entries(remote).map(([name, value]) => [`RCLONE_CONFIG_BACKUPS_${name}`, value]),
    ),
  }
}

/** Whether a file is there. */
const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/**
 * A server by SFTP, through rclone. Objects wait in `staging` and go together, because each connection takes about a
 * second; they arrive in the folder `incoming` and are renamed when whole.
 */
export function sftpStore(place: SftpPlace, staging: string): BackupStore {
  const settings = settingsOf(place)
  const root = `backups:${place.path.replace(/^\/~\/?/, '')}`
  const rclone = (...args: string[]) => run(args, settings)
  // Of this process: another may try the place at the same time.
  const id = randomBytes(6).toString('hex')
  const own = join(staging, id)
  return {
    name: `sftp://${place.user}@${place.host}:${place.port}${place.path}`,
    list: async (folder) => {
      const path = `${root}/${folder}`
      const output = await rclone('lsf', '-R', '--files-only', '--format', 'sp', path)
      return sizesIn(output ?? '', folder)
    },
    ...sending(rclone, join(own, 'outgoing'), { root, incoming: `${root}/incoming/${id}` }),
    ...fetching(rclone, own, root),
    clearUnfinished: async () => {
      await rm(staging, { recursive: true, force: true })
      await rclone('purge', `${root}/incoming`)
    },
  }
}

type Rclone = (...args: string[]) => Promise<string | null>

/** Lines of a size, a semicolon and a path. */
function sizesIn(output: string, folder: string): Map<string, number> {
  const lines = output.split('\n').filter(Boolean)
  return new Map(
    lines.map((line) => {
      const [size = '', ...name] = line.split(';')
      return [`${folder}/${name.join(';')}`, Number(size)]
    }),
  )
}

function sending(
  rclone: Rclone,
  outgoing: string,
  { root, incoming }: { root: string; incoming: string },
): Pick<BackupStore, 'put' | 'settle'> {
  let stagedBytes = 0
  async function settle() {
    if (stagedBytes === 0) return
    await rclone('copy', '--ignore-times', outgoing, incoming)
    for (const folder of ['files', 'backups'])
      await rclone('move', '--ignore-times', `${incoming}/${folder}`, `${root}/${folder}`)
    await rm(outgoing, { recursive: true, force: true })
    stagedBytes = 0
  }
  return {
    settle,
    put: async (path, source) => {
      const target = join(outgoing, path)
      try {
        await mkdir(dirname(target), { recursive: true, mode: 0o700 })
        const file = createWriteStream(target, { mode: 0o600 })
        await pipeline(source, file)
        stagedBytes += file.bytesWritten
      } catch (fault) {
        source.destroy()
        await rm(target, { force: true }).catch(() => undefined)
        throw fault
      }
      if (stagedBytes > mostStagedBytes) await settle()
    },
  }
}

function fetching(
  rclone: Rclone,
  own: string,
  root: string,
): Pick<BackupStore, 'open' | 'expect' | 'remove'> {
  const fetched = join(own, 'fetched')
  let upcoming: string[] = []

  async function withList<Result>(paths: string[], work: (list: string) => Promise<Result>) {
    await mkdir(own, { recursive: true, mode: 0o700 })
    const list = join(own, 'list')
    await writeFile(list, paths.map((path) => `${path}\n`).join(''))
    return work(list).finally(() => rm(list, { force: true }))
  }

  async function fetch(path: string) {
    await rm(fetched, { recursive: true, force: true })
    const from = upcoming.indexOf(path)
    const paths = from < 0 ? [path] : upcoming.slice(from, from + mostFetched)
    await withList(paths, (list) => rclone('copy', '--files-from-raw', list, root, fetched))
  }

  return {
    open: async (path) => {
      const target = join(fetched, path)
      if (!(await isThere(target))) await fetch(path)
      return (await isThere(target)) ? createReadStream(target) : null
    },
    expect: (paths) => {
      upcoming = paths
    },
    remove: async (paths) => {
      if (paths.length === 0) return
      await withList(paths, (list) => rclone('delete', '--files-from-raw', list, root))
    },
  }
}
