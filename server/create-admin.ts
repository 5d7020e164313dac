import { build } from './build.ts'
import { importBundle } from './bundle.ts'
import { completeEnvironment, configOfThisProgram } from './config.ts'
import { joinPostgres } from './embedded-postgres.ts'
import { openInstallation } from './installation.ts'

/** `npm run admin:create`: also while the program is running, whose database it then uses. */
async function createAdmin(args: string[]): Promise<void> {
  const config = configOfThisProgram()
  const folder = await build()
  const installation = await openInstallation(config, joinPostgres)
  try {
    completeEnvironment({ NODE_ENV: 'production' })
    const bundle = await importBundle(folder)
    await bundle.createAdmin(args).finally(bundle.shutDown)
  } finally {
    await installation.close()
  }
}

try {
  await createAdmin(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
