import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** What an ID token says differently from a right one; `by` signs it, null leaves it unsigned. */
export type Forgery = { claims?: Record<string, unknown>; by?: KeyObject | null }

/** A provider whose ID tokens say and are signed as the test wants, until the file's tests are over. */
export async function startTokenForge() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const next: { claims: Record<string, unknown>; forgery: Forgery } = { claims: {}, forgery: {} }
  const server = createServer((request, response) => {
    const answer = (value: object) => {
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify(value))
    }
    if (request.url?.startsWith('/.well-known')) return answer(configurationOf(issuer))
    if (request.url === '/keys')
      return answer({
        keys: [{ ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }],
      })
    const { claims = {}, by = privateKey } = next.forgery
    const id_token = tokenOf({ iss: issuer, ...next.claims, ...claims }, by)
    return answer({ access_token: 'any', token_type: 'Bearer', expires_in: 300, id_token })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return { issuer, next }
}

const configurationOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
})

function tokenOf(claims: object, by: KeyObject | null): string {
  const signed = `${encoded({ alg: by ? 'RS256' : 'none', typ: 'JWT' })}.${encoded(claims)}`
  return `${signed}.${by ? sign('sha256', Buffer.from(signed), by).toString('base64url') : ''}`
}
