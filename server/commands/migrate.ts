import { configOfThisProgram } from '../../config/config.ts'
import { joinPostgres } from '../postgres/embedded-postgres.ts'
import { openInstallation } from '../postgres/installation.ts'
import { say } from '../progress.ts'
import { withCleanup } from '../with-cleanup.ts'

/** `npm run migrate` brings the database to this version and ends. A start does the same; this is for a step before it. */
try {
  const config = configOfThisProgram()
  await withCleanup(
    () => openInstallation(config, joinPostgres),
    ({ close }) => close(),
    async () => say('The database is migrated.'),
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
