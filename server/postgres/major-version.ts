import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readIfThere, syncFolder } from '../durable-files.ts'
import type { Place } from './postmaster.ts'

/*
 * PostgreSQL opens only databases of its own major version. `npm run postgres:upgrade` copies one into a new cluster
 * and exchanges the two by their names:
 *
 *   cluster, upgrade-to-18      the new one is being filled
 *   cluster-17, upgrade-to-18   the new one is whole: only its name is missing
 *   cluster-17, cluster         done
 */

/** The major version a cluster was made by; null without one. */
export async function clusterMajor(cluster: string): Promise<number | null> {
  const text = await readIfThere(join(cluster, 'PG_VERSION'))
  return text === null ? null : Number.parseInt(text, 10)
}

/** The major version of `bin/postgres` in a folder; null where there is none. */
export async function binariesMajor(folder: string): Promise<number | null> {
  const program = join(folder, 'bin/postgres')
  if (!existsSync(program)) return null
  const { stdout } = await promisify(execFile)(program, ['--version'])
  return Number.parseInt(/(\d+)(\.|\w|$)/.exec(stdout)?.[1] ?? '', 10)
}

/** Refuses to open a cluster with binaries of another major version. */
export async function refuseOtherMajor({ cluster, major }: Place): Promise<void> {
  const made = await clusterMajor(cluster)
  if (made === null || made === major) return
  const problem = `The database in ${cluster} is of PostgreSQL ${made}, and this version has PostgreSQL ${major}`
  throw new Error(
    made < major
      ? `${problem}. Nothing was changed. Run  npm run postgres:upgrade  (docs/upgrading.md).`
      : `${problem}. Start the version that it was upgraded with.`,
  )
}

export const draftName = (major: number) => `upgrade-to-${major}`
export const formerName = (major: number) => `cluster-${major}`

/** The major version of an upgrade that was stopped between its two renames; null without one. */
export async function unfinishedUpgrade(folder: string): Promise<number | null> {
  if (existsSync(join(folder, 'cluster')) || !existsSync(folder)) return null
  const names = await readdir(folder)
  const isFormerThere = names.some((name) => /^cluster-\d+$/.test(name))
  const [draft] = names.filter((name) => /^upgrade-to-\d+$/.test(name))
  return isFormerThere && draft ? clusterMajor(join(folder, draft)) : null
}

/** Refuses a database whose upgrade was stopped between its two renames. */
export async function refuseUnfinished(folder: string): Promise<void> {
  if ((await unfinishedUpgrade(folder)) === null) return
  throw new Error(
    `An upgrade of PostgreSQL in ${folder} was interrupted at its end; nothing is lost. Run  npm run postgres:upgrade  again.`,
  )
}

/** Gives the upgraded cluster the name of the former one, which stays under its own. Repeatable. */
export async function exchangeClusters(folder: string, from: number, to: number): Promise<void> {
  const cluster = join(folder, 'cluster')
  if (existsSync(cluster)) await rename(cluster, join(folder, formerName(from)))
  await syncFolder(folder)
  await rename(join(folder, draftName(to)), cluster)
  await syncFolder(folder)
}
