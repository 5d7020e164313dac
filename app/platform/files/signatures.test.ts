import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, expect, test } from 'vitest'
import { startObjectStore } from '../../../tests/object-store.ts'
import { newKey } from './file-store.server.ts'
import { objectStore } from './object-store.server.ts'

const strict = await startObjectStore({ checksSignatures: true })
afterAll(strict.stop)
const secret = 'another-secret-not-for-the-log'

test('OPS-008 a store that checks signatures takes and gives files, and refuses a wrong secret without naming it', async () => {
  const store = objectStore(strict.settings)
  const { key } = await store.put(Readable.from([Buffer.from('a deed')]))
  const stored = await store.get(key)
  expect(String(await buffer(stored ?? Readable.from([])))).toBe('a deed')
  const stranger = objectStore({ ...strict.settings, secretAccessKey: secret })
  for (const work of [
    () => stranger.put(Readable.from([Buffer.from('a forgery')])),
    () => stranger.get(key),
    () => stranger.remove(key),
  ]) {
    const fault = await work().then(
      () => new Error('it was answered'),
      (reason) => reason,
    )
    expect(fault.message).toMatch(/^The object store did not .*: SignatureDoesNotMatch \(403\)/)
    expect(`${fault.stack} ${JSON.stringify(fault)}`).not.toContain(secret)
  }
  await expect(stranger.tryWriting()).rejects.toThrow('(403)')
  expect(await store.size(key)).toBe(6)
})

type SignedRequest = { path: string; headers: Record<string, string>; body: unknown }

test.each<[string, (request: SignedRequest) => Partial<SignedRequest>, string]>([
  ['path', () => ({ path: `/files/${newKey()}` }), 'SignatureDoesNotMatch'],
  [
    'time',
    ({ headers }) => ({ headers: { ...headers, 'x-amz-date': `${headers['x-amz-date']}1` } }),
    'SignatureDoesNotMatch',
  ],
  [
    'header',
    ({ headers }) => ({ headers: { ...headers, 'x-amz-acl': 'public-read' } }),
    'AccessDenied',
  ],
  ['signature', ({ headers }) => ({ headers: { ...headers, authorization: '' } }), 'AccessDenied'],
  ['body', () => ({ body: 'forgery' }), 'XAmzContentSHA256Mismatch'],
])(
  'OPS-008 a request whose %s was changed after it was signed is refused',
  async (_, change, code) => {
    const { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle } = strict.settings
    const credentials = { accessKeyId, secretAccessKey }
    const client = new S3Client({ endpoint, region, credentials, forcePathStyle, maxAttempts: 1 })
    const key = newKey()
    const put = () =>
      client.send(new PutObjectCommand({ Bucket: 'files', Key: key, Body: 'a deed!' }))
    await put()
    client.middlewareStack.add(
      (next) => (step) => {
        Object.assign(step.request as SignedRequest, change(step.request as SignedRequest))
        return next(step)
      },
      { step: 'finalizeRequest', priority: 'low' },
    )
    await expect(put()).rejects.toMatchObject({ name: code })
    const stored = await objectStore(strict.settings).get(key)
    // s3rver itself empties a file whose replacement broke off.
    expect(String(await buffer(stored ?? Readable.from([])))).not.toBe('forgery')
    client.destroy()
  },
)
