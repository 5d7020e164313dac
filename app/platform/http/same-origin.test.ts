import { afterAll, expect, test } from 'vitest'
import { app } from '../../../server/app.ts'
import { anInvestor } from '../../../tests/people.ts'
import { cookiesOf } from '../../../tests/visits.ts'
import { config } from '../config.server.ts'
import { sessionToken } from '../session/auth.server.ts'
import { stopListening } from './live.server.ts'

afterAll(stopListening)

const connection = {
  incoming: { socket: { remoteAddress: '127.0.0.1', remotePort: 40_000, remoteFamily: 'IPv4' } },
}
const own = 'http://127.0.0.1:3000'

async function sentWith(headers: Record<string, string>) {
  const sent = {
    method: 'POST',
    body: new URLSearchParams(),
    headers: { host: '127.0.0.1:3000', ...headers },
  }
  return (await app.request(`${own}/login/forgot`, sent, connection)).status
}

test.each([
  { origin: 'https://evil.example' },
  { origin: 'null', referer: `${own}/login` },
  { 'sec-fetch-site': 'cross-site', referer: `${own}/login` },
  { referer: 'https://evil.example/page' },
  { referer: 'http://127.0.0.1:3001/' },
  { referer: 'nonsense' },
])('a form sent with %o is from another site and refused', async (headers) => {
  expect(await sentWith(headers)).toBe(403)
})

test.each<Record<string, string>>([
  { origin: own },
  { 'sec-fetch-site': 'same-origin', referer: 'https://evil.example/' },
  { referer: `${own}/login/forgot?next=x` },
  {},
])('a form sent with %o is from our own page, or from a program, and read', async (headers) => {
  expect(await sentWith(headers)).toBe(422)
})

test('AUTH-205 with an https address, a form of a page fetched by http is from another site', async () => {
  const before = { ...config }
  Object.assign(config, { origin: 'https://127.0.0.1:3000', isHttps: true })
  try {
    expect(await sentWith({ origin: 'https://127.0.0.1:3000' })).toBe(422)
    expect(await sentWith({ origin: own })).toBe(403)
    expect(await sentWith({ referer: `${own}/login` })).toBe(403)
  } finally {
    Object.assign(config, before)
  }
})

test.each(['x', '=', '%3Dx', ' '])(
  'a session cookie with %j after its signature is none',
  async (more) => {
    const cookie =
      (await cookiesOf(await anInvestor()))
        .split('; ')
        .find((pair) => sessionToken(pair) !== null) ?? ''
    expect(sessionToken(cookie)).not.toBeNull()
    expect(sessionToken(`${cookie}${more}`)).toBeNull()
  },
)
