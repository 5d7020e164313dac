import { build } from './build.ts'
import { type Bundle, importBundle } from './bundle.ts'
import { completeEnvironment, configOfThisProgram } from './config.ts'
import { joinPostgres } from './embedded-postgres.ts'
import { openInstallation } from './installation.ts'
import { during } from './leaving.ts'

type Command = 'createAdmin' | 'resetSecondFactor'

/** Runs a command of the bundle with what was typed behind it; also while the program is running, whose database it then uses. */
export async function runCommand(command: Command): Promise<void> {
  try {
    await withBundle((bundle) => bundle[command](process.argv.slice(2)))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

async function withBundle(work: (bundle: Bundle) => Promise<unknown>): Promise<void> {
  const config = configOfThisProgram()
  const folder = await build()
  await during(
    () => openInstallation(config, joinPostgres),
    ({ close }) => close(),
    async () => {
      completeEnvironment({ NODE_ENV: 'production' })
      const bundle = await importBundle(folder)
      await work(bundle).finally(bundle.shutDown)
    },
  )
}
