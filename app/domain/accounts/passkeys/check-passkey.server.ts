import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { sql } from 'kysely'
import { clock } from '../../../platform/clock.server.ts'
import { authDatabase } from '../../../platform/database/connections.server.ts'
import { shortLivedCookie } from '../sign-in/short-lived-cookies.server.ts'
import { type PasskeyPurpose, takeChallenge } from './passkey-challenge.server.ts'
import type { PasskeyAssertion } from './passkey-schema.ts'
import { passkeySite } from './passkey-site.server.ts'

/** A stored passkey with its owner. */
export type KnownPasskey = {
  id: string
  credentialId: string
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
  userId: string
  email: string
  name: string
}

type Row = {
  id: string
  credential_id: string
  public_key: Buffer
  counter: bigint
  user_id: string
  email: string
  name: string
}

/** The passkey with this credential id, or null. */
export async function findPasskey(credentialId: string): Promise<KnownPasskey | null> {
  const { rows } =
    await sql<Row>`select p.id, p.credential_id, p.public_key, p.counter, p.user_id, u.email, u.name
    from passkey p join "user" u on u.id = p.user_id where p.credential_id = ${credentialId}`.execute(
      authDatabase,
    )
  const [row] = rows
  return row
    ? {
        id: row.id,
        credentialId: row.credential_id,
        publicKey: new Uint8Array(row.public_key),
        counter: Number(row.counter),
        userId: row.user_id,
        email: row.email,
        name: row.name,
      }
    : null
}

/** `copied`: the authenticator's counter did not grow, so that two devices may hold the same key. */
export type PasskeyRefusal = 'expired' | 'wrong' | 'copied'

/** Checks a browser's answer to our last request, and notes its use. A request is answered once. */
export async function checkPasskey(
  purpose: PasskeyPurpose,
  {
    passkey,
    known,
    cookies,
  }: { passkey: PasskeyAssertion; known: KnownPasskey | null; cookies: string | null },
): Promise<{ passkey: KnownPasskey } | { refused: PasskeyRefusal }> {
  const challenge = await takeChallenge(purpose, shortLivedCookie(cookies, 'passkey-request'))
  if (challenge === null) return { refused: 'expired' }
  if (!known || !isOfOwner(passkey, known)) return { refused: 'wrong' }
  const counter = await signedCounter(passkey, known, challenge)
  if (counter === null) return { refused: 'wrong' }
  return (await noteUse(known, counter)) ? { passkey: known } : { refused: 'copied' }
}

/** The user handle of a passkey is the account's id. */
function isOfOwner({ response }: PasskeyAssertion, { userId }: KnownPasskey): boolean {
  return response.userHandle === undefined || response.userHandle === userHandleOf(userId)
}

/** An account as authenticators store it. */
export const userHandleOf = (userId: string): string =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')

/** The authenticator's counter, when signature, challenge, origin, site and user verification are right. */
async function signedCounter(
  response: PasskeyAssertion,
  { credentialId, publicKey }: KnownPasskey,
  expectedChallenge: string,
): Promise<number | null> {
  if (!passkeySite) return null
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: passkeySite.origin,
      expectedRPID: passkeySite.rpId,
      // The counter is compared where it is stored, so that of two uses at a time one is found.
      credential: { id: credentialId, publicKey, counter: 0 },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : null
  } catch (fault) {
    // The library has no other words for an answer that is not ours.
    if (fault instanceof Error) return null
    throw fault
  }
}

async function noteUse({ id }: KnownPasskey, counter: number): Promise<boolean> {
  const { rows } = await sql`update passkey set counter = ${counter}, last_used_at = ${clock.now()}
    where id = ${id} and (counter < ${counter} or counter = 0 and ${counter}::bigint = 0) returning id`.execute(
    authDatabase,
  )
  return rows.length > 0
}
