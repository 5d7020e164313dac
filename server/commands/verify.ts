import { asRecoveryCommand, withInstallation } from '../recovery/present-installation.ts'
import { tryToNote } from '../recovery/recovery-state.ts'
import { printVerdicts, verifyInstallation } from '../recovery/verify-installation.ts'

const usage = `Usage:  npm run verify
or, with a seal of the audit log that was kept elsewhere:  npm run verify -- --seal HASH
where HASH is the 64 letters and digits that this command, or the log of the program, gave for it.`

/** `npm run verify` exits with 1 on any finding. */
await asRecoveryCommand(async () => {
  const noted = notedSeal(process.argv.slice(2))
  await withInstallation(async (where) => {
    const isWhole = printVerdicts(await verifyInstallation(where, noted))
    if (!isWhole) process.exitCode = 1
    await tryToNote(where.databaseUrl, { kind: isWhole ? 'verify' : 'verify-failed' })
  })
})

function notedSeal([option, hash = '', ...more]: string[]): string | null {
  if (option === undefined) return null
  const noted = hash.trim().toLowerCase()
  if (option !== '--seal' || more.length > 0 || !/^[0-9a-f]{64}$/.test(noted))
    throw new Error(usage)
  return noted
}
