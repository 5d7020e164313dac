import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { files } from '../files/files.server.ts'
import { attachment, type Download, fileResponse } from './files-response.server.ts'

const bytes = randomBytes(200_000)

async function aFile(name = 'Lease.pdf'): Promise<Download> {
  const { key, sha256, byteSize } = await files.put(Readable.from([bytes]))
  return {
    storageKey: key,
    name,
    mediaType: 'application/pdf',
    byteSize: Number(byteSize),
    etag: sha256,
  }
}

const file = await aFile()

function ask(headers: Record<string, string> = {}, method = 'GET', query = '') {
  return fileResponse(
    new Request(`http://127.0.0.1/file${query}`, { headers, method }),
    file,
    '/missing',
  )
}

async function partOf(response: Response) {
  const { headers, status } = response
  const body = Buffer.from(await response.arrayBuffer())
  expect(Number(headers.get('content-length'))).toBe(body.length)
  return { status, range: headers.get('content-range'), body }
}

test('the whole file comes out as it went in, as an attachment that nothing interprets or keeps', async () => {
  const response = await ask()
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'content-disposition': `attachment; filename="Lease.pdf"; filename*=UTF-8''Lease.pdf`,
    'content-security-policy': "sandbox; default-src 'none'",
    'content-type': 'application/pdf',
    etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
    'x-content-type-options': 'nosniff',
  })
  const { status, body } = await partOf(response)
  expect(status).toBe(200)
  expect(body.equals(bytes)).toBe(true)
})

test.each([
  ['bytes=0-0', 0, 0],
  ['bytes=0-99', 0, 99],
  ['bytes=199999-', 199_999, 199_999],
  ['bytes=100-99999999', 100, 199_999],
  ['bytes=-1', 199_999, 199_999],
  ['bytes=-999999999', 0, 199_999],
  ['Bytes = 5 - 9', 5, 9],
])('the range %s is answered with exactly those bytes', async (range, start, end) => {
  const part = await partOf(await ask({ range }))
  expect(part).toMatchObject({ status: 206, range: `bytes ${start}-${end}/200000` })
  expect(part.body.equals(bytes.subarray(start, end + 1))).toBe(true)
})

test('LIM-201 a range of more than 256 characters is not read: the whole file', async () => {
  const spread = (blanks: number) => ({ range: `bytes=${' '.repeat(blanks)}0-9` })
  expect((await partOf(await ask(spread(247)))).status).toBe(206)
  expect((await partOf(await ask(spread(248)))).status).toBe(200)
})

test.each(['bytes=200000-', 'bytes=200000-200001', 'bytes=-0'])(
  'the range %s lies outside: 416',
  async (range) => {
    const response = await ask({ range })
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe('bytes */200000')
    expect(await response.text()).toBe('')
  },
)

test.each(['bytes=9-5', 'bytes=0-1,5-9', 'lines=1-2', 'bytes=', 'bytes=-', 'bytes=a-b'])(
  'the header %s is no single range: the whole file',
  async (range) => {
    expect((await partOf(await ask({ range }))).status).toBe(200)
  },
)

test('a download that goes on later gets the whole file when the bytes have changed since', async () => {
  const range = 'bytes=10-19'
  expect((await partOf(await ask({ range, 'if-range': `"${file.etag}"` }))).status).toBe(206)
  expect((await partOf(await ask({ range, 'if-range': '"something else"' }))).status).toBe(200)
  expect(
    (await partOf(await ask({ range, 'if-range': 'Sat, 21 Nov 2026 10:00:00 GMT' }))).status,
  ).toBe(200)
})

test('a reader who has these bytes already is sent none', async () => {
  const etag = (await ask()).headers.get('etag') ?? ''
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const answer = await ask({ 'if-none-match': known })
    expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([
      304,
      etag,
      '',
    ])
  }
  expect((await ask({ 'if-none-match': '"other"' })).status).toBe(200)
})

test('HEAD says everything and sends nothing', async () => {
  const response = await ask({}, 'HEAD')
  expect(response.headers.get('content-length')).toBe('200000')
  expect(response.body).toBeNull()
})

test('MDO-009 a page that follows its download gets its ticket and the toast with the first bytes', async () => {
  const cookies = (await ask({}, 'GET', '?ticket=123')).headers.getSetCookie()
  expect(cookies[0]).toMatch(/^download=123; Max-Age=60/)
  expect(decodeURIComponent(cookies[1] ?? '')).toContain('Download started')
  expect((await ask({}, 'GET', '?ticket=1;x')).headers.getSetCookie()).toEqual([])
  expect((await ask()).headers.getSetCookie()).toEqual([])
})

test('a file that is missing or cut short in the store is a clear message, or the page that says so, and a line in the log for each file', async () => {
  const lines = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const lost = await aFile()
  await files.remove(lost.storageKey)
  for (const download of [lost, { ...file, byteSize: 200_001 }]) {
    const response = await fileResponse(new Request('http://127.0.0.1/'), download, '/missing')
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('missing from our storage')
    const looking = new Request('http://127.0.0.1/', { headers: { accept: 'text/html,*/*;q=0.8' } })
    const led = await fileResponse(looking, download, '/missing')
    expect([led.status, led.headers.get('location')]).toEqual([302, '/missing'])
  }
  expect(lines.mock.calls.map(([line]) => JSON.parse(String(line)).message)).toEqual(
    Array(2).fill('a stored file is missing or cut short'),
  )
})

test.each([
  ['Läs mig.pdf', `attachment; filename="Las mig.pdf"; filename*=UTF-8''L%C3%A4s%20mig.pdf`],
  [
    'وثيقة.pdf',
    `attachment; filename="_____.pdf"; filename*=UTF-8''%D9%88%D8%AB%D9%8A%D9%82%D8%A9.pdf`,
  ],
  [
    `a"b\\c%d'(e)*.pdf`,
    `attachment; filename="a_b_c_d'(e)*.pdf"; filename*=UTF-8''a%22b%5Cc%25d%27%28e%29%2A.pdf`,
  ],
  [
    'a\r\nSet-Cookie: x=1',
    `attachment; filename="a__Set-Cookie: x=1"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x%3D1`,
  ],
])('the name %j is safe in a header', (name, header) => {
  expect(attachment(name)).toBe(header)
  expect(new Headers({ 'content-disposition': header }).get('content-disposition')).toBe(header)
})
