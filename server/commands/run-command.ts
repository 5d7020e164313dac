import { type Config, completeEnvironment, configOfThisProgram } from '../../config/config.ts'
import { build } from '../build/build.ts'
import { type Bundle, importBundle } from '../build/bundle.ts'
import { joinPostgres } from '../postgres/embedded-postgres.ts'
import { inDataDir, openInstallation } from '../postgres/installation.ts'
import { findDatabase } from '../postgres/postgres-place.ts'
import { withCleanup } from '../with-cleanup.ts'

type Command = 'createAdmin' | 'resetSecondFactor'

/**
 * Runs a command of the bundle, also while the program is running. Only the first administrator may
 * be created without an installation, which creates one.
 */
export async function runCommand(command: Command): Promise<void> {
  try {
    const config = configOfThisProgram()
    const { databaseUrl, dataDir } = config
    if (command !== 'createAdmin' && databaseUrl === null)
      await inDataDir(dataDir, () => findDatabase(dataDir, false))
    await withBundle(config, (bundle) => bundle[command](process.argv.slice(2)))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

async function withBundle(
  config: Config,
  work: (bundle: Bundle) => Promise<unknown>,
): Promise<void> {
  const folder = await build()
  await withCleanup(
    () => openInstallation(config, joinPostgres),
    ({ close }) => close(),
    async () => {
      completeEnvironment({ NODE_ENV: 'production' })
      const bundle = await importBundle(folder)
      await work(bundle).finally(bundle.shutDown)
    },
  )
}
