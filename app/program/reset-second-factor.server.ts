import { resetSecondFactorOf } from '../domain/accounts/second-factor/second-factor-set-up.server.ts'
import { terminalCommand } from '../platform/session/unattended.server.ts'
import { emailAddress } from '../values/fields.ts'

const usage = 'Usage:  npm run admin:reset-second-factor -- amina@example.com'

/** `npm run admin:reset-second-factor -- EMAIL`, above all for the last administrator, whom no one else can help. */
export async function resetSecondFactor(args: string[]): Promise<void> {
  const email = emailAddress().safeParse(args[0] ?? '')
  if (!email.success) throw new Error(usage)
  const answer = await terminalCommand((admin) => resetSecondFactorOf(admin, { email: email.data }))
  if ('refused' in answer)
    throw new Error(`No account with the email ${email.data} has a second factor.`)
  process.stdout.write(
    `The second factor of ${email.data} is off, and every session ended. They are notified by email.\n`,
  )
}
