import { afterAll, expect, test, vi } from 'vitest'
import { app } from '../../../server/app.ts'
import { addressFault } from './address-limits.ts'
import { stopListening } from './live.server.ts'

afterAll(stopListening)

const own = 'http://127.0.0.1:3000'
const faultOf = (address: string) => addressFault(new URL(own + address))
const segments = (count: number) => '/a'.repeat(count)
const paths = (count: number) => Array.from({ length: count }, (_, index) => `/a${index}`).join(',')

test.each([
  ['/', null],
  ['/investments?status=upcoming', null],
  [segments(32), null],
  [`${segments(32)}/`, null],
  [segments(33), 'too-long'],
  [`/${'a'.repeat(2_047)}`, null],
  [`/${'a'.repeat(2_048)}`, 'too-long'],
  [`/${'/'.repeat(33)}`, 'too-long'],
  [`/?q=${'a'.repeat(8_189)}`, null],
  [`/?q=${'a'.repeat(8_190)}`, 'too-long'],
  [`/__manifest?paths=${paths(128)}`, null],
  [`/__manifest?paths=${paths(129)}`, 'too-long'],
  [`/__manifest?paths=/a,${segments(33)}`, 'too-long'],
  [`/__manifest?paths=/a,/${'a'.repeat(2_048)}`, 'too-long'],
  ['//host', 'unreadable'],
  ['//host:99999/x', 'unreadable'],
  ['//[/x', 'unreadable'],
  ['//', 'unreadable'],
  ['/%E0%A4%A', 'unreadable'],
  ['/a%00b', 'unreadable'],
])('LIM-204 the address %.60s: %s', (address, fault) => {
  expect(faultOf(address)).toBe(fault)
})

const deep = `/x${segments(4_000)}`

test.each([
  ['GET', deep],
  ['HEAD', deep],
  ['POST', deep],
  ['PUT', deep],
  ['DELETE', `/investment${segments(40)}`],
  ['OPTIONS', `/${'a'.repeat(8_000)}`],
  ['GET', `/admin-dashboard${segments(40)}`],
  ['GET', '//host/x'],
  ['GET', '//host:99999/x'],
  ['GET', '//[/x'],
  ['POST', '//host/login'],
])(
  'LIM-204 %s %.30s is answered with the page for what is not there, and nothing is logged',
  async (method, path) => {
    const written = vi.spyOn(process.stderr, 'write')
    const headers = { host: '127.0.0.1:3000', 'accept-encoding': 'identity' }
    const answer = await app.fetch(new Request(own + path, { method, headers }))
    expect(answer.status).toBe(404)
    const text = await answer.text()
    if (method !== 'HEAD') expect(text).toContain('Oops! Page not found')
    expect(answer.headers.get('content-security-policy')).toBeTruthy()
    expect(written).not.toHaveBeenCalled()
    written.mockRestore()
  },
)

test.each([`${deep.slice(0, 6_000)}.data`, `/__manifest?version=test&paths=${paths(200)}`])(
  'LIM-204 script that asks for %.30s is answered 414',
  async (path) => {
    const answer = await app.fetch(new Request(own + path))
    expect([answer.status, await answer.text()]).toEqual([414, 'This address is too long.'])
  },
)

test('LIM-204 a long or deep address is never rendered', async () => {
  await app.fetch(new Request(own + deep))
  const split = vi.spyOn(String.prototype, 'split')
  await app.fetch(new Request(`${own}/y${segments(3_000)}`))
  const ancestors = split.mock.calls.filter(([by]) => (by as unknown) === '/').length
  split.mockRestore()
  expect(ancestors).toBeLessThan(20)
})
