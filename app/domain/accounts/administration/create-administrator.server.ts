import { sql } from 'kysely'
import type { AdminActor } from '../../../platform/database/database.server.ts'
import { hashPassword } from '../../../platform/session/auth.server.ts'
import type { PasswordFault } from '../password.ts'
import { checkPassword } from '../sign-in/check-password.server.ts'

export type AdministratorCreated =
  | { userId: string }
  | { refused: 'password'; fault: PasswordFault }
  | { refused: 'email-in-use' }

type TerminalCommand = <Result>(work: (admin: AdminActor) => Promise<Result>) => Promise<Result>

/** Creates an active, confirmed administrator from the command line. Expects a normalised email. */
export async function createAdministrator(
  terminalCommand: TerminalCommand,
  { email, name, password }: { email: string; name: string; password: string },
): Promise<AdministratorCreated> {
  const fault = await checkPassword(password, { name, email })
  if (fault) return { refused: 'password', fault }
  const passwordHash = await hashPassword(password)
  return terminalCommand((admin) => openAdministrator(admin, email, name, passwordHash))
}

async function openAdministrator(
  admin: AdminActor,
  email: string,
  name: string,
  passwordHash: string,
): Promise<AdministratorCreated> {
  const taken = await admin.tx
    .selectFrom('auth.sign_in_account')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  if (taken) return { refused: 'email-in-use' }
  const { rows } = await sql<{
    id: string
  }>`select auth.open_account(${name}, ${email}, 'admin') as id`.execute(admin.tx)
  const [account] = rows
  if (!account) throw new Error('auth.open_account answered nothing')
  await sql`select auth.set_first_password(${account.id}, ${passwordHash})`.execute(admin.tx)
  return { userId: account.id }
}

/** False only in an empty installation. */
export async function hasAdministrator(admin: AdminActor): Promise<boolean> {
  const first = await admin.tx
    .selectFrom('auth.sign_in_account')
    .select('id')
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirst()
  return first !== undefined
}
