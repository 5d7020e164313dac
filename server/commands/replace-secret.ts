import { configOfThisProgram } from '../../config/config.ts'
import { say } from '../progress.ts'
import { asRecoveryCommand, withDatabase } from '../recovery/present-installation.ts'
import { replaceSecret } from '../recovery/replace-secret.ts'

/** `npm run secret:replace`, after losing the app-secret; removes second factors. */
await asRecoveryCommand(async () => {
  const config = configOfThisProgram()
  await withDatabase(config, async (databaseUrl) => {
    const { secondFactors, isNewFile, aside } = await replaceSecret(databaseUrl, config)
    if (aside) say(`What was in app-secret is not a complete secret. It was moved to ${aside}.`)
    if (isNewFile)
      say('A new app-secret was made in DATA_DIR: keep a separate copy of it (docs/operations.md).')
    say(`Second factors that were removed: ${secondFactors}. Anyone who had one sets up a new one.`)
    say('The next start takes the new app-secret.')
  })
})
