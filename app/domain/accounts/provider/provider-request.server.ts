import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { clock } from '../../../platform/clock.server.ts'
import { authDatabase } from '../../../platform/database/connections.server.ts'
import { keyedHash } from '../../../platform/session/keyed-hash.server.ts'
import { type Provider, providerCallback } from './provider.server.ts'

const lifetimeSeconds = 10 * 60

/** The secrets of one sign-in, computed from the seed in the browser's cookie. */
const secretsOf = (seed: string) => ({
  state: keyedHash('provider state', seed),
  nonce: keyedHash('provider nonce', seed),
  verifier: keyedHash('provider verifier', seed),
})

/** Where the browser is sent, and the seed for its cookie. Nothing is stored until it comes back. */
export async function requestProviderSignIn({ client, settings }: Provider) {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
  const expiresAt = Math.floor(clock.now().getTime() / 1000) + lifetimeSeconds
  const seed = `${randomBytes(24).toString('base64url')}.${expiresAt}`
  const { state, nonce, verifier } = secretsOf(seed)
  const to = buildAuthorizationUrl(await client(), {
    redirect_uri: providerCallback,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(settings.domain ? { hd: settings.domain } : {}),
  })
  return { to, seed }
}

/** What the provider says of a person. */
export type ProviderClaims = {
  iss: string
  sub: string
  email?: unknown
  email_verified?: unknown
  xms_edov?: unknown
  tid?: unknown
  hd?: unknown
}

export type ProviderAnswer =
  | { claims: ProviderClaims }
  | { refused: 'expired' | 'cancelled' | 'failed'; fault?: Error }

/** Exchanges the code of a browser that came back for what the provider says. Each answer is taken once. */
export async function readProviderAnswer(
  { client }: Provider,
  { search, seed }: { search: string; seed: string | null },
): Promise<ProviderAnswer> {
  const [, expiry = ''] = /^[\w-]{32}\.(\d{10})$/.exec(seed ?? '') ?? []
  if (seed === null || expiry === '' || Number(expiry) * 1000 < clock.now().getTime())
    return { refused: 'expired' }
  const { state, nonce, verifier } = secretsOf(seed)
  if (!(await isFirstAnswer(state, Number(expiry)))) return { refused: 'expired' }
  const { authorizationCodeGrant, AuthorizationResponseError } = await import('openid-client')
  try {
    const tokens = await authorizationCodeGrant(
      await client(),
      new URL(`${providerCallback}${search}`),
      {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      },
    )
    const claims = tokens.claims()
    return claims ? { claims } : { refused: 'failed' }
  } catch (fault) {
    if (fault instanceof AuthorizationResponseError && fault.error === 'access_denied')
      return { refused: 'cancelled' }
    // The library throws for everything that is wrong with an answer, and for a provider that does not answer.
    if (fault instanceof Error) return { refused: 'failed', fault }
    throw fault
  }
}

async function isFirstAnswer(state: string, expiry: number): Promise<boolean> {
  const identifier = `provider-${createHash('sha256').update(state).digest('base64url')}`
  const { rows } = await sql`insert into verification (identifier, value, "expiresAt")
    values (${identifier}, 'answered', to_timestamp(${expiry}))
    on conflict (identifier) do nothing returning id`.execute(authDatabase)
  return rows.length > 0
}
