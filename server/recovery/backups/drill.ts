import { join } from 'node:path'
import { startPostgres } from '../../postgres/embedded-postgres.ts'
import { removeDatabase } from '../../postgres/postgres-place.ts'
import { withCleanup } from '../../with-cleanup.ts'
import type { Whereabouts } from '../database.ts'
import { examineBackup, restoreBackup, type SecretChoice } from '../restore-backup.ts'
import { type Verdict, verifyInstallation } from '../verify-installation.ts'
import type { BackupStore } from './backup-store.ts'
import { chooseBackup, fetchArchive, filesOf } from './fetch-backup.ts'

/** A step with the seconds that it took. */
type Step = { step: string; seconds: number; found: string; isDone: boolean }

export type Drilled = {
  steps: Step[]
  /** Of the restored installation; empty when it did not come to that. */
  verdicts: Verdict[]
  isWhole: boolean
}

type DrillOptions = {
  identities: string[]
  /** An empty folder for this call, which the caller removes. */
  folder: string
  /** Null where it is not known: second factors are then left out. */
  appSecret: string | null
  /** Gives an empty database and an empty folder for the work, and removes them. */
  inDatabase?: typeof inOwnDatabase
}

/**
 * Restores the newest backup of a place into a separate database, and verifies it. The first step that fails ends it.
 * Nothing of the installation is read or changed.
 */
export async function drill(
  store: BackupStore,
  { identities, folder, appSecret, inDatabase = inOwnDatabase }: DrillOptions,
): Promise<Drilled> {
  const steps: Step[] = []
  const verdicts: Verdict[] = []
  const take = async <Result>(
    step: string,
    work: () => Promise<Result>,
    describe: (result: Result) => string,
  ): Promise<Result> => {
    const began = performance.now()
    const note = (found: string, isDone: boolean) =>
      steps.push({ step, seconds: (performance.now() - began) / 1000, found, isDone })
    try {
      const result = await work()
      note(describe(result), true)
      return result
    } catch (fault) {
      note(fault instanceof Error ? fault.message : String(fault), false)
      throw new Ended()
    }
  }
  try {
    const backup = await take(
      'Newest',
      () => chooseBackup(store, 'latest'),
      ({ moment }) => moment,
    )
    const path = join(folder, 'backup.zip')
    await take(
      'Fetch',
      () => fetchArchive(store, backup, identities, path),
      () => 'decrypted',
    )
    const files = filesOf(store, identities)
    const manifest = await take(
      'Read',
      () => examineBackup(path, files),
      ({ tables, takenAt }) => `${tables.length} tables of ${takenAt}, as they were written`,
    )
    const choice: SecretChoice = appSecret === null ? 'new-secret' : 'same-secret'
    await inDatabase(folder, appSecret ?? 'only-for-this-restore-of-a-backup', async (where) => {
      await take(
        'Restore',
        () => restoreBackup(where, path, manifest, choice, files),
        (lost) =>
          lost.length === 0
            ? `${manifest.files.count} files${appSecret === null ? '; without the app-secret, so without second factors' : ''}`
            : `without ${lost.length} of ${manifest.files.count} files: missing or damaged`,
      )
      verdicts.push(...(await take('Verify', () => verifyInstallation(where), describeVerdicts)))
    })
  } catch (fault) {
    if (!(fault instanceof Ended)) throw fault
  }
  const isWhole =
    steps.every(({ isDone }) => isDone) && verdicts.every(({ findings }) => findings.length === 0)
  return { steps, verdicts, isWhole: isWhole && verdicts.length > 0 }
}

/** The step that failed has the reason. */
class Ended extends Error {}

function describeVerdicts(verdicts: Verdict[]): string {
  const broken = verdicts.filter(({ findings }) => findings.length > 0)
  return broken.length === 0
    ? `${verdicts.length} subjects, no problems`
    : `problems: ${broken.map(({ subject }) => subject).join(', ')}`
}

function inOwnDatabase(
  folder: string,
  appSecret: string,
  work: (where: Whereabouts) => Promise<void>,
): Promise<void> {
  const dataDir = join(folder, 'data')
  return withCleanup(
    () => startPostgres({ dataDir, log: () => undefined }),
    async ({ stop }) => {
      await stop()
      await removeDatabase(dataDir)
    },
    ({ url }) => work({ databaseUrl: url, appSecret, dataDir, objectStore: null }),
  )
}
