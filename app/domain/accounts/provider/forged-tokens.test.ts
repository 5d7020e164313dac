import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { anAdmin } from '../../../../tests/people.ts'
import { comeBack, providerWith } from '../../../../tests/provider.ts'
import { type Forgery, startTokenForge } from '../../../../tests/token-forge.ts'
import { clock } from '../../../platform/clock.server.ts'
import { requestProviderSignIn } from './provider-request.server.ts'

const { issuer, next } = await startTokenForge()
const provider = providerWith(issuer)
const person = await anAdmin()
const now = () => Math.floor(clock.now().getTime() / 1000)

/** Comes back with a code for a token that differs from a right one by the forgery. */
async function signInWith(forgery: Forgery) {
  const { to, seed } = await requestProviderSignIn(provider)
  next.claims = {
    aud: 'msingi',
    sub: 'someone',
    iat: now(),
    exp: now() + 300,
    nonce: to.searchParams.get('nonce'),
    email: person.email,
    email_verified: true,
  }
  next.forgery = forgery
  const search = `?code=any&state=${to.searchParams.get('state')}`
  return comeBack(provider, { search, seed })
}

test('STAFF-262 a right token signs in, which shows that only the forgery refuses the others', async () => {
  expect(await signInWith({})).toMatchObject({ role: 'admin', name: person.name })
})

test.each<[string, Forgery]>([
  ['of another audience', { claims: { aud: 'another-client' } }],
  ['of another issuer', { claims: { iss: 'https://login.example.com' } }],
  ['of another request', { claims: { nonce: 'another' } }],
  ['without a nonce', { claims: { nonce: undefined } }],
  ['that expired', { claims: { iat: now() - 7200, exp: now() - 3600 } }],
  ['that never expires', { claims: { exp: undefined } }],
  ['without a subject', { claims: { sub: undefined } }],
  [
    'of a key that is not the provider’s',
    { by: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey },
  ],
  ['without a signature', { by: null }],
])('STAFF-262 a token %s signs no one in', async (_, forgery) => {
  expect(await signInWith(forgery)).toMatchObject({ refused: 'failed' })
})
