import { configOfThisProgram } from '../../config/config.ts'
import { inDataDir } from '../postgres/installation.ts'
import { asRecoveryCommand } from '../recovery/present-installation.ts'
import { upgradePostgres } from '../recovery/upgrade-postgres.ts'

const option = '--with-problems'

/** `npm run postgres:upgrade [-- FOLDER]`: the embedded database to the PostgreSQL of this version. */
await asRecoveryCommand(async () => {
  const config = configOfThisProgram()
  const args = process.argv.slice(2)
  const [earlier = null] = args.filter((arg) => arg !== option)
  const wish = { earlier, mayHaveProblems: args.includes(option) }
  await inDataDir(config.dataDir, () => upgradePostgres(config, wish))
})
