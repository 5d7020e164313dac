import {
  createHash,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign as signBytes,
} from 'node:crypto'
import {
  addPasskey,
  requestNewPasskey,
} from '../app/domain/accounts/passkeys/add-passkey.server.ts'
import { requestPasskey } from '../app/domain/accounts/passkeys/passkey-challenge.server.ts'
import { signInWithPasskey } from '../app/domain/accounts/passkeys/passkey-sign-in.server.ts'
import { confirmIdentity } from '../app/domain/accounts/sign-in/confirm-identity.server.ts'
import { password } from './people.ts'
import { selfOf } from './second-factor.ts'
import { anAddress } from './visits.ts'

/** Our own authenticator, which signs what it is asked to, right or wrong. */
export type Authenticator = {
  id: string
  userHandle: string
  counter: number
  privateKey: KeyObject
  publicKey: Buffer
}

const base64url = (bytes: Buffer) => bytes.toString('base64url')
export const site = { origin: 'http://localhost:3000', rpId: 'localhost' }

/** A head of CBOR with its number (RFC 8949). */
function head(kind: number, many: number): Buffer {
  if (many < 24) return Buffer.from([(kind << 5) | many])
  return many < 256
    ? Buffer.from([(kind << 5) | 24, many])
    : Buffer.from([(kind << 5) | 25, many >> 8, many & 255])
}
const cborText = (text: string) => Buffer.concat([head(3, text.length), Buffer.from(text)])
const cborBytes = (bytes: Buffer) => Buffer.concat([head(2, bytes.length), bytes])
const negative = (number: number) => head(1, -1 - number)

/** An authenticator with a new key pair for this account. */
export function anAuthenticator(userHandle: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const cose = Buffer.concat([
    head(5, 5),
    head(0, 1),
    head(0, 2),
    head(0, 3),
    negative(-7),
    negative(-1),
    head(0, 1),
    negative(-2),
    cborBytes(Buffer.from(x, 'base64url')),
    negative(-3),
    cborBytes(Buffer.from(y, 'base64url')),
  ])
  return { id: base64url(randomBytes(32)), userHandle, counter: 1, privateKey, publicKey: cose }
}

const userPresent = 1
const userVerified = 4
const withKey = 64

function authenticatorData(flags: number, counter: number, rpId: string, key = Buffer.alloc(0)) {
  const tail = Buffer.alloc(5)
  tail[0] = flags
  tail.writeUInt32BE(counter, 1)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), tail, key])
}

const clientData = (type: 'webauthn.create' | 'webauthn.get', challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

const credentialOf = (id: string) => ({
  id,
  rawId: id,
  type: 'public-key' as const,
  clientExtensionResults: {},
})

/** The browser's answer to a request for a new passkey. */
export function attest(
  device: Authenticator,
  challenge: string,
  { origin = site.origin, flags = userPresent | userVerified | withKey } = {},
) {
  const id = Buffer.from(device.id, 'base64url')
  const length = Buffer.from([id.length >> 8, id.length & 255])
  const key = Buffer.concat([Buffer.alloc(16), length, id, device.publicKey])
  const attestationObject = Buffer.concat([
    head(5, 3),
    cborText('fmt'),
    cborText('none'),
    cborText('attStmt'),
    head(5, 0),
    cborText('authData'),
    cborBytes(authenticatorData(flags, device.counter, site.rpId, key)),
  ])
  return {
    ...credentialOf(device.id),
    response: {
      clientDataJSON: base64url(clientData('webauthn.create', challenge, origin)),
      attestationObject: base64url(attestationObject),
      transports: ['internal'],
    },
  }
}

/** What an assertion says differently from a right one. */
export type Wrong = {
  origin?: string
  rpId?: string
  flags?: number
  counter?: number
  userHandle?: string
  by?: KeyObject
}

/** The browser's answer to a request for a passkey. */
export function assert(device: Authenticator, challenge: string, wrong: Wrong = {}) {
  device.counter += 1
  const { origin = site.origin, rpId = site.rpId, flags = userPresent | userVerified } = wrong
  const { counter = device.counter, userHandle = device.userHandle } = wrong
  const data = authenticatorData(flags, counter, rpId)
  const client = clientData('webauthn.get', challenge, origin)
  const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
  return {
    ...credentialOf(device.id),
    response: {
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(signBytes('sha256', signed, wrong.by ?? device.privateKey)),
      userHandle,
    },
  }
}

/** Cookies with a request's seed, as the browser that was asked has them. */
export const withSeed = (seed: string, cookies = '') =>
  `${cookies}${cookies && '; '}passkey-request=${encodeURIComponent(seed)}`

/** Adds a passkey to someone's account and gives the device that holds it. */
export async function withPasskey(person: { email: string }, name = 'My phone') {
  const self = await selfOf(person)
  await confirmIdentity(self, { password })
  const creation = await requestNewPasskey(self, 'Msingi')
  if (!creation) throw new Error('no passkey may be added')
  const device = anAuthenticator(creation.options.user.id)
  const visitor = { ...self, cookies: withSeed(creation.seed, self.cookies ?? '') }
  const passkey = attest(device, creation.options.challenge)
  const added = await addPasskey(visitor, { name, passkey })
  if ('refused' in added) throw new Error(`no passkey: ${added.refused}`)
  return { device, self }
}

/** Signs in by a device. `cookies` are those of a sign-in that began with a password. */
export function signInBy(device: Authenticator, wrong: Wrong = {}, cookies?: string) {
  const { seed, challenge } = requestPasskey('sign-in')
  return signInWithPasskey(
    { clientAddress: anAddress(), cookies: withSeed(seed, cookies) },
    {
      passkey: assert(device, challenge, wrong),
      step: cookies === undefined ? 'first' : 'second',
      userAgent: 'Firefox',
    },
  )
}
