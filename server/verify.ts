import { asRecoveryCommand, withInstallation } from './recovery/present-installation.ts'
import { printVerdicts } from './recovery/print-verdicts.ts'
import { verifyInstallation } from './recovery/verify-installation.ts'

/** `npm run verify`: ends with 1 when something is not whole. */
await asRecoveryCommand(() =>
  withInstallation(async (where) => {
    if (!printVerdicts(await verifyInstallation(where))) process.exitCode = 1
  }),
)
