import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { lstat, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readIfThere } from './durable-files.ts'
import { databaseFolder, removeDatabase } from './postgres/postgres-place.ts'
import { stopPostmaster } from './postgres/postmaster.ts'
import { say } from './progress.ts'
import { withCleanup } from './with-cleanup.ts'

/** What a folder is for; part of its name. */
type Purpose = 'bench' | 'faults' | 'cluster' | 'attack' | 'deploy' | 'drill' | 'restore'

const ofOurs = /^msingi-(bench|faults|cluster|attack|deploy|drill|restore)-/
const ownerIn = (folder: string) => join(folder, '.owner')
const isBelow = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

/** Ends what a killed run left running from its folder. */
type EndKilled = (folder: string) => Promise<void>

/**
 * Works in a new folder, which is removed afterwards with every database, small disk and process in it. Folders that
 * need `endKilled` are removed only by a run that has it.
 */
export function withTemporaryFolder<Result>(
  purpose: Purpose,
  work: (folder: string) => Promise<Result>,
  endKilled?: EndKilled,
) {
  return withCleanup(() => makeFolder(purpose, endKilled), removeFolder, work)
}

async function makeFolder(purpose: Purpose, endKilled?: EndKilled): Promise<string> {
  await removeAbandoned(endKilled)
  const folder = await mkdtemp(join(await realpath(tmpdir()), `msingi-${purpose}-`))
  await writeFile(ownerIn(folder), `${hostname()}\n${process.pid}\n`)
  return folder
}

/**
 * Removes what killed runs left. A folder whose owner lives, is of another machine, or is not named is left alone, and
 * so is that of another user.
 */
export async function removeAbandoned(endKilled?: EndKilled): Promise<void> {
  const root = await realpath(tmpdir())
  for (const name of await readdir(root)) {
    const folder = join(root, name)
    const purpose = ofOurs.exec(name)?.[1]
    if (!purpose || (purpose === 'deploy' && !endKilled) || !(await isAbandoned(folder))) continue
    say(`Removing what a killed run left: ${folder}`)
    await killServersOf(folder)
    if (purpose === 'deploy') await endKilled?.(folder)
    await removeFolder(folder).catch((fault: Error) => console.error(`It stays: ${fault.message}`))
  }
}

async function isAbandoned(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null)
  if (found?.uid !== process.getuid?.()) return false
  const owner = await readIfThere(ownerIn(folder))
  const [host, pid] = owner?.split('\n') ?? []
  if (host !== hostname() || !Number(pid)) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Kills the processes of the product whose DATA_DIR lies in a folder. Only Linux tells who they are. */
async function killServersOf(folder: string): Promise<void> {
  const names = await readdir('/proc').catch(() => [])
  for (const pid of names.filter((name) => /^\d+$/.test(name))) {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
    const [dataDir] = environment
      .split('\0')
      .flatMap((pair) => /^DATA_DIR=(.*)$/s.exec(pair)?.[1] ?? [])
    if (dataDir !== undefined && isBelow(dataDir, folder)) process.kill(Number(pid), 'SIGKILL')
  }
}

/** A cluster keeps its databases in `database`, and a drill in `data`. */
async function removeFolder(folder: string): Promise<void> {
  const places = [join(folder, 'database'), join(folder, 'data'), folder]
  for (const dataDir of places.filter((path) => existsSync(path))) {
    const databases = await databaseFolder(dataDir)
    await stopPostmaster(join(databases, 'standby'))
    await stopPostmaster(join(databases, 'cluster'))
    await unmountBelow(databases)
    await unmountBelow(folder)
    await removeDatabase(dataDir)
  }
  await rm(folder, { recursive: true, force: true })
}

async function unmountBelow(folder: string): Promise<void> {
  const mounts = (await readIfThere('/proc/self/mounts')) ?? ''
  const places = mounts.split('\n').map((line) => line.split(' ')[1] ?? '')
  for (const place of places.filter((path) => isBelow(path, folder)).reverse()) {
    // Lazily, because a killed process may hold a file there for another moment.
    await promisify(execFile)('umount', ['--lazy', place])
  }
}
