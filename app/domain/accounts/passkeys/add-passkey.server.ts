import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server'
import { sql } from 'kysely'
import { withAuditActor } from '../../../platform/database/audit-actor.server.ts'
import { authDatabase } from '../../../platform/database/connections.server.ts'
import type { RequestUser } from '../../../platform/session/signed-in-user.ts'
import { isConfirmed } from '../sign-in/confirm-identity.server.ts'
import { notifyOfSignIn } from '../sign-in/notify-of-sign-in.server.ts'
import { shortLivedCookie } from '../sign-in/short-lived-cookies.server.ts'
import { userHandleOf } from './check-passkey.server.ts'
import { mostPasskeys } from './passkey.ts'
import { requestPasskey, takeChallenge } from './passkey-challenge.server.ts'
import type { PasskeyAttestation } from './passkey-schema.ts'
import { passkeySite } from './passkey-site.server.ts'

/** Ed25519, ECDSA with P-256, RSA (COSE): what authenticators use. */
const supportedAlgorithmIDs = [-8, -7, -257]

export type PasskeyCreation = { options: PublicKeyCredentialCreationOptionsJSON; seed: string }

/** What a browser needs to create a passkey, for a recently confirmed session only; otherwise null. */
export async function requestNewPasskey(
  self: RequestUser,
  brand: string,
): Promise<PasskeyCreation | null> {
  if (!passkeySite || !(await isConfirmed(self.sessionId))) return null
  const { seed, challenge } = requestPasskey(`registration ${self.sessionId}`)
  const existing = await authDatabase
    .selectFrom('passkey')
    .select(['credential_id as id', 'transports'])
    .where('user_id', '=', self.userId)
    .execute()
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const options = await generateRegistrationOptions({
    rpName: brand,
    rpID: passkeySite.rpId,
    userName: self.email,
    userID: new Uint8Array(Buffer.from(userHandleOf(self.userId), 'base64url')),
    userDisplayName: self.name,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: existing,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { options, seed }
}

/** `known`: the authenticator gave a passkey that exists already. */
export type PasskeyAdded =
  | { added: true }
  | { refused: 'not-begun' | 'wrong' | 'known' | 'too-many' }

/** Stores the passkey that this browser was asked for. Audited, and publishes account.sign-in-changed. */
export async function addPasskey(
  self: RequestUser,
  { name, passkey }: { name: string; passkey: PasskeyAttestation },
): Promise<PasskeyAdded> {
  if (!(await isConfirmed(self.sessionId))) return { refused: 'not-begun' }
  const seed = shortLivedCookie(self.cookies, 'passkey-request')
  const challenge = await takeChallenge(`registration ${self.sessionId}`, seed)
  if (challenge === null) return { refused: 'not-begun' }
  const registered = await readRegistration(passkey, challenge)
  if (!registered) return { refused: 'wrong' }
  const { credential } = registered
  const transports = passkey.response.transports
  const added = await withAuditActor(self, () =>
    authDatabase.transaction().execute(async (tx) => {
      await sql`select from "user" where id = ${self.userId} for update`.execute(tx)
      const { rows } = await sql<{ many: number }>`select count(*)::int as many from passkey
        where user_id = ${self.userId}`.execute(tx)
      if ((rows[0]?.many ?? 0) >= mostPasskeys) return { refused: 'too-many' as const }
      const stored =
        await sql`insert into passkey (user_id, name, credential_id, public_key, counter, transports)
        values (${self.userId}, ${name}, ${credential.id}, ${Buffer.from(credential.publicKey)}, ${credential.counter},
          ${transports}) on conflict (credential_id) do nothing returning id`.execute(tx)
      return stored.rows.length > 0 ? { added: true as const } : { refused: 'known' as const }
    }),
  )
  if ('added' in added) await notifyOfSignIn(self, 'passkey-added')
  return added
}

type Registered = NonNullable<VerifiedRegistrationResponse['registrationInfo']>

async function readRegistration(
  response: PasskeyAttestation,
  expectedChallenge: string,
): Promise<Registered | null> {
  if (!passkeySite) return null
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: passkeySite.origin,
      expectedRPID: passkeySite.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs,
    })
    return registrationInfo ?? null
  } catch (fault) {
    // The library has no other words for an answer that is not ours.
    if (fault instanceof Error) return null
    throw fault
  }
}
