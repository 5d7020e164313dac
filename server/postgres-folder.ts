import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isFault, lookAt, readIfThere } from './write-once.ts'

/*
 * In which folder the database of a DATA_DIR lies: in DATA_DIR/postgres, or, because PostgreSQL refuses to run as root, for
 * root in a folder outside, which a note in DATA_DIR names.
 */

export const systemFolder = '/var/lib/msingi'

export const isRoot = () => process.getuid?.() === 0
export const hashOf = (path: string) => createHash('sha256').update(path).digest('hex').slice(0, 16)
export const passwordIn = (dataDir: string) => join(dataDir, 'postgres-password')
export const noteIn = (dataDir: string) => join(dataDir, 'postgres-place.txt')
export const logIn = (dataDir: string) => join(dataDir, 'postgres.log')

/** Root's folders of this DATA_DIR in which a database was made, in their order, and the next that is free. */
function systemFoldersOf(dataDir: string): { made: string[]; free: string } {
  const made: string[] = []
  for (let free = join(systemFolder, hashOf(dataDir)); ; free = `${made[0]}-${made.length + 1}`) {
    if (!existsSync(join(free, 'cluster'))) return { made, free }
    made.push(free)
  }
}

/**
 * Root's folder for the cluster: the one that was made last for this DATA_DIR when its password is still there, though the
 * note was lost; else a free one.
 */
function systemFolderOf(dataDir: string, log: (line: string) => void): string {
  const { made, free } = systemFoldersOf(dataDir)
  const last = made.at(-1)
  if (last && existsSync(passwordIn(dataDir))) return last
  for (const folder of made) {
    log(
      `An earlier database of this folder was left in ${folder}. Remove it when it is not wanted any more.`,
    )
  }
  return free
}

/** Those of them in which a database lies still. */
const formerOf = (dataDir: string) =>
  systemFoldersOf(dataDir).made.filter((folder) => existsSync(join(folder, 'cluster/PG_VERSION')))

/** Whether a database lies here; what stands in its place may be the empty folder of a disk that is not mounted. */
export async function isCluster(path: string): Promise<boolean> {
  try {
    return (await stat(join(path, 'PG_VERSION'))).isFile()
  } catch (error) {
    // Somebody else's, which `ownerOf` says.
    if (isFault(error, 'EACCES')) return true
    if (isFault(error, 'ENOENT', 'ENOTDIR')) return false
    throw error
  }
}

/** The folder of this installation's cluster; root's lies outside DATA_DIR, and the note in DATA_DIR says where. */
export async function folderOf(dataDir: string, log: (line: string) => void): Promise<string> {
  const noted = (await readIfThere(noteIn(dataDir)))?.trim()
  const own = join(dataDir, 'postgres')
  // A power cut leaves nothing, or zeros.
  if (noted === '' || noted?.includes('\0')) {
    throw new Error(
      `${noteIn(dataDir)} is empty or damaged. Remove it: the place is found without it, too.`,
    )
  }
  if (!noted)
    return isRoot() && !existsSync(join(own, 'cluster')) ? systemFolderOf(dataDir, log) : own
  // It was noted when the cluster was there.
  if (await isCluster(join(noted, 'cluster'))) return noted
  const made = formerOf(dataDir).filter((folder) => folder !== noted)
  throw new Error(
    `DATA_DIR ${dataDir} says that its database is in ${join(noted, 'cluster')}, which is missing or empty. ` +
      (made.length > 0
        ? `One that was made for it lies in ${made.join(' and ')}: if that is it, remove ${noteIn(dataDir)}.`
        : 'Bring that folder back, or mount its disk, or begin anew with another DATA_DIR.'),
  )
}

/** Whether a database was made for this DATA_DIR, though not all of it may be there. */
export async function hasDatabase(dataDir: string): Promise<boolean> {
  const traces = [passwordIn(dataDir), noteIn(dataDir), join(dataDir, 'postgres/cluster')]
  for (const trace of traces) if (await lookAt(trace)) return true
  return false
}

/** Whether a server has run for this DATA_DIR: its log begins only once there is a database. */
export const hadDatabase = async (dataDir: string) => (await lookAt(logIn(dataDir))) !== null

/** Whether the database's folder itself is there, of which `hasDatabase` may know. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  return isCluster(join(await folderOf(await realpath(dataDir), () => undefined), 'cluster'))
}

/** Says that there is no installation, and where a database lies that was made for it. */
export async function withoutInstallation(dataDir: string): Promise<string> {
  return [`There is no installation in DATA_DIR ${dataDir}.`, await tellOfFormer(dataDir)]
    .filter(Boolean)
    .join(' ')
}

/** Of the databases that root made for this DATA_DIR before it knew of none; null when there are none. */
export async function tellOfFormer(dataDir: string): Promise<string | null> {
  const made = formerOf((await lookAt(dataDir)) ? await realpath(dataDir) : dataDir)
  if (made.length === 0) return null
  return (
    `A database that was made for it lies in ${made.join(' and ')}. If it is to be opened again: ` +
    'docs/operations.md, "When the password of the database is lost".'
  )
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
