import { existsSync } from 'node:fs'
import { readdir, rm, stat, statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '../../config/config.ts'
import { startPostgres } from '../postgres/embedded-postgres.ts'
import { readSecret, withoutSecret } from '../postgres/installation.ts'
import {
  binariesMajor,
  clusterMajor,
  draftName,
  exchangeClusters,
  formerName,
  unfinishedUpgrade,
} from '../postgres/major-version.ts'
import {
  type Binaries,
  binariesIn,
  databaseFolder,
  findDatabase,
  initialise,
  otherPlace,
  packagedBinaries,
} from '../postgres/postgres-place.ts'
import { type Place, stopPostmaster } from '../postgres/postmaster.ts'
import { say, showStep } from '../progress.ts'
import { withCleanup } from '../with-cleanup.ts'
import { connected, refuseHalfRestored, type Whereabouts } from './database.ts'
import { examineBackup, restoreBackup } from './restore-backup.ts'
import { takeBackup } from './take-backup.ts'
import { printVerdicts, verifyInstallation } from './verify-installation.ts'

const gigabyte = 1024 ** 3
/** What PostgreSQL keeps of its log while a backup is restored, by default. */
const mostLog = gigabyte

/** `earlier` is the folder of the version of the product that ran before; null when it need not be known. */
type Wish = { earlier: string | null; mayHaveProblems: boolean }

/**
 * Copies the embedded database into a new cluster of the present major version of PostgreSQL, by backup and restore, and
 * exchanges the two. The former one stays. An interrupted upgrade is begun again, or completed. Refused while the
 * product runs, without enough space, and without the former PostgreSQL.
 */
export async function upgradePostgres(config: Config, wish: Wish): Promise<void> {
  const { dataDir } = config
  if (config.databaseUrl)
    throw new Error('DATABASE_URL names your own PostgreSQL: upgrade it with its own tools.')
  const packaged = await packagedBinaries()
  const folder = await databaseFolder(dataDir)
  const complete = await unfinishedUpgrade(folder)
  if (complete !== null) {
    await exchangeClusters(folder, complete, complete)
    sayDone(folder, complete)
    return
  }
  const { owner, password } = await findDatabase(dataDir, false)
  const appSecret = config.appSecret ?? (await readSecret(dataDir))
  if (appSecret === null || password === null) throw withoutSecret(dataDir)
  const from = await neededUpgrade(folder, packaged.major)
  if (from === null) return
  refuseFormer(folder, from)
  await refuseLittleSpace(folder, await bytesOf(join(folder, 'cluster')))
  const before = await formerBinaries(folder, from, wish.earlier)
  const found = { folder, owner, password }
  const names = { cluster: draftName(packaged.major), sockets: `socket-${packaged.major}` }
  const old = await otherPlace(dataDir, found, before, { cluster: 'cluster', sockets: 'socket' })
  const where = { appSecret, dataDir, objectStore: config.objectStore }
  const nextPlace = () => otherPlace(dataDir, found, packaged, names)
  const isWhole = await copyDatabase(old, nextPlace, where)
  if (!isWhole && !wish.mayHaveProblems) {
    await removeDraft(await nextPlace())
    throw new Error(
      'The copy has the problems above, so the database was left as it is. If the former version finds ' +
        'them too (npm run verify), add --with-problems.',
    )
  }
  await exchangeClusters(folder, from, packaged.major)
  sayDone(folder, packaged.major)
}

/** The major version of the database; null, said, when it is the present one. Refuses a later one. */
async function neededUpgrade(folder: string, present: number): Promise<number | null> {
  const from = await clusterMajor(join(folder, 'cluster'))
  if (from === null || Number.isNaN(from))
    throw new Error(`${folder}/cluster/PG_VERSION says no version of PostgreSQL.`)
  if (from > present)
    throw new Error(`The database is of PostgreSQL ${from}, and this version has ${present}.`)
  if (from < present) return from
  say(`The database is of PostgreSQL ${present} already, the newest that this version has.`)
  return null
}

function refuseFormer(folder: string, from: number) {
  const former = join(folder, formerName(from))
  if (existsSync(former))
    throw new Error(`${former} is left from an earlier upgrade. Move it elsewhere first.`)
}

/** The copy, its log and the archive between the two. */
export function neededBytes(cluster: number): number {
  return Math.ceil(cluster * 1.5) + Math.min(cluster, mostLog)
}

async function refuseLittleSpace(folder: string, cluster: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const needed = neededBytes(cluster)
  if (bavail * bsize >= needed) return
  const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`
  throw new Error(
    `The upgrade needs ${inMegabytes(needed)} in ${folder}, and ${inMegabytes(bavail * bsize)} are free. Nothing was changed.`,
  )
}

async function bytesOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map(({ parentPath, name }) => stat(join(parentPath, name), { throwIfNoEntry: false })),
  )
  return sizes.reduce((sum, found) => sum + (found?.size ?? 0), 0)
}

/** The PostgreSQL the database was made by: of the named folder, or what root's start copied next to the database. */
async function formerBinaries(
  folder: string,
  major: number,
  earlier: string | null,
): Promise<Binaries> {
  const named = earlier === null ? null : await binariesIn(resolve(earlier))
  if (named?.major === major) return named
  const copies = (await readdir(folder)).filter((name) => /^binaries-\w+$/.test(name))
  for (const source of copies.map((name) => join(folder, name)))
    if ((await binariesMajor(source)) === major) return { source, major }
  const why = earlier === null ? '' : `${earlier} has ${named?.major ?? 'none'}. `
  throw new Error(
    `PostgreSQL ${major} is needed to read the database. ${why}Name the folder of the version of Msingi that ran ` +
      'before:  npm run postgres:upgrade -- FOLDER',
  )
}

async function removeDraft(next: Place): Promise<void> {
  await stopPostmaster(next.cluster)
  for (const path of [next.cluster, next.sockets, archiveOf(next)])
    await rm(path, { recursive: true, force: true })
}

const archiveOf = ({ cluster }: Place) => `${cluster}.zip`

/** False when the copy has problems. The former server runs until the end, so that nothing else can start it. */
function copyDatabase(
  old: Place,
  nextPlace: () => Promise<Place>,
  where: Omit<Whereabouts, 'databaseUrl'>,
): Promise<boolean> {
  const { dataDir } = old
  const log = () => undefined
  return withCleanup(
    () => startPostgres({ dataDir, place: old, log }),
    ({ stop }) => stop(),
    async ({ url }) => {
      await connected(url, refuseHalfRestored)
      await removeDraft(await nextPlace())
      const next = await nextPlace()
      const archive = archiveOf(next)
      const from = { ...where, databaseUrl: url }
      await showStep(`Backing up PostgreSQL ${old.major}`, () =>
        takeBackup(from, archive, 'without-files'),
      )
      await initialise(next)
      const isWhole = await withCleanup(
        () => startPostgres({ dataDir, place: next, log }),
        ({ stop }) => stop(),
        (server) => fill({ ...where, databaseUrl: server.url }, archive, next),
      )
      for (const path of [archive, next.sockets]) await rm(path, { recursive: true, force: true })
      return isWhole
    },
  )
}

/** Files stay where they are, so that the restore is given an empty place for them. */
async function fill(where: Whereabouts, archive: string, { cluster, major }: Place) {
  const manifest = await examineBackup(archive)
  const withoutFiles = { ...where, dataDir: cluster, objectStore: null }
  await showStep(`Restoring into PostgreSQL ${major}`, () =>
    restoreBackup(withoutFiles, archive, manifest),
  )
  return printVerdicts(await showStep('Verifying', () => verifyInstallation(where)))
}

function sayDone(folder: string, major: number) {
  say(`The database is of PostgreSQL ${major} now. Everyone must sign in again.`)
  say(`The former one is next to it in ${folder}, as cluster-…: delete it when you are content.`)
}
