import { createOTP } from '@better-auth/utils/otp'
import { symmetricDecrypt } from 'better-auth/crypto'
import { sql } from 'kysely'
import { renderSVG } from 'uqr'
import { withAuditActor } from '../../../platform/database/audit-actor.server.ts'
import { authDatabase } from '../../../platform/database/connections.server.ts'
import type { AdminActor } from '../../../platform/database/database.server.ts'
import { publish } from '../../../platform/events.server.ts'
import {
  auth,
  hashRecoveryCodes,
  recoveryCodes,
  sessionToken,
  withSession,
} from '../../../platform/session/auth.server.ts'
import type { RequestUser } from '../../../platform/session/signed-in-user.ts'
import { isConfirmed, recordConfirmation } from '../sign-in/confirm-identity.server.ts'
import { notifyOfSignIn } from '../sign-in/notify-of-sign-in.server.ts'
import { cookiesOf } from '../sign-in/sign-in.server.ts'
import { findSecondFactor, tryCode } from './second-factor.server.ts'

/**
 * Begins or restarts the set-up with a new secret, after confirmation with this password; false
 * when there is a second factor. It takes effect once a code was typed.
 */
export async function startSecondFactor(self: RequestUser, password: string): Promise<boolean> {
  if ((await findSecondFactor(self.userId)).on) return false
  const headers = await withSession(self.sessionId)
  await withAuditActor(self, () => auth.api.enableTwoFactor({ headers, body: { password } }))
  return true
}

/** The secret as a QR code for `src`, and as text. */
export type SecretToScan = { picture: string; text: string; uri: string }

/** The secret of an unfinished set-up, only for a recently confirmed session; otherwise null. */
export async function findSecretToScan(
  self: RequestUser,
  issuer: string,
): Promise<SecretToScan | null> {
  if (!(await isConfirmed(self.sessionId))) return null
  const begun = await authDatabase
    .selectFrom('twoFactor')
    .select('secret')
    .where('userId', '=', self.userId)
    .where('verified', '=', false)
    .executeTakeFirst()
  if (!begun) return null
  const { secretConfig } = await auth.$context
  const otp = createOTP(await symmetricDecrypt({ key: secretConfig, data: begun.secret }))
  // Authenticator apps show a plus literally.
  const uri = otp.url(issuer, self.email).replaceAll('+', '%20')
  const text = new URL(uri).searchParams.get('secret') ?? ''
  const picture = `data:image/svg+xml;base64,${Buffer.from(renderSVG(uri, { border: 2 })).toString('base64')}`
  return { picture, text, uri }
}

/** The recovery codes, shown once, and the cookies of the renewed session. */
export type SetUpFinished =
  | { codes: string[]; headers: Headers }
  | { refused: 'wrong' | 'not-begun' }

/** Ends the set-up with a first code and renews the session. Publishes account.sign-in-changed. */
export async function finishSecondFactor(self: RequestUser, typed: string): Promise<SetUpFinished> {
  if (!(await isConfirmed(self.sessionId))) return { refused: 'not-begun' }
  const finished = await withAuditActor(self, async () => {
    let headers: Headers | undefined
    const right = await tryCode(self.userId, typed, async ({ code }) => {
      const answer = await auth.api.verifyTOTP({
        headers: await withSession(self.sessionId),
        body: { code },
        returnHeaders: true,
      })
      headers = cookiesOf(answer.headers)
    })
    if (!right || !headers) return { refused: 'wrong' as const }
    await confirmRenewed(headers)
    return { codes: await writeRecoveryCodes(self), headers }
  })
  if ('codes' in finished) await notifyOfSignIn(self, 'second-factor-on')
  return finished
}

/** The session in these cookies replaces the former one. */
async function confirmRenewed(headers: Headers) {
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const token = sessionToken(cookies.join('; '))
  const session = await authDatabase
    .selectFrom('session')
    .select('id')
    .where('token', '=', token ?? '')
    .executeTakeFirst()
  if (session) await recordConfirmation(session.id)
}

/** New recovery codes, shown once; earlier ones end. For a fully confirmed session. */
export async function renewRecoveryCodes(self: RequestUser): Promise<string[]> {
  const codes = await writeRecoveryCodes(self)
  await notifyOfSignIn(self, 'recovery-codes-renewed')
  return codes
}

async function writeRecoveryCodes(self: RequestUser): Promise<string[]> {
  const codes = recoveryCodes()
  const backupCodes = await hashRecoveryCodes(JSON.stringify(codes))
  await withAuditActor(self, () =>
    authDatabase
      .updateTable('twoFactor')
      .set({ backupCodes })
      .where('userId', '=', self.userId)
      .execute(),
  )
  return codes
}

/** Removes one's own second factor and its trusted devices. For a fully confirmed session. */
export async function turnOffSecondFactor(self: RequestUser): Promise<void> {
  await withAuditActor(self, () =>
    authDatabase.transaction().execute(async (tx) => {
      await tx.deleteFrom('twoFactor').where('userId', '=', self.userId).execute()
      await sql`update "user" set "twoFactorEnabled" = false, "updatedAt" = now() where id = ${self.userId}`.execute(
        tx,
      )
      await sql`select forget_trusted_devices(${self.userId})`.execute(tx)
    }),
  )
  await notifyOfSignIn(self, 'second-factor-off')
}

/** Why this email's second factor cannot be removed: it is one's own, or there is none. Otherwise null. */
export async function resetRefusal(
  admin: AdminActor,
  email: string,
): Promise<'own' | 'none' | null> {
  const account = await admin.tx
    .selectFrom('auth.sign_in_account')
    .select(['id', 'has_second_factor'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (account && account.id === admin.userId) return 'own'
  return account?.has_second_factor ? null : 'none'
}

/**
 * Removes the second factor of the account with this normalised email, ends its sessions and notifies its owner. The
 * administrator confirms fully before; a second person approves it for staff. Publishes account.second-factor-reset.
 */
export async function resetSecondFactorOf(
  admin: AdminActor,
  { email }: { email: string },
): Promise<{ reset: true } | { refused: 'own' | 'none' }> {
  const account = await admin.tx
    .selectFrom('auth.sign_in_account')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  if (!account) return { refused: 'none' }
  if (account.id === admin.userId) return { refused: 'own' }
  const { rows } = await sql<{
    reset: boolean
  }>`select auth.reset_second_factor(${account.id}) as reset`.execute(admin.tx)
  if (!rows[0]?.reset) return { refused: 'none' }
  await publish(admin, { kind: 'account.second-factor-reset', userId: account.id })
  return { reset: true }
}
