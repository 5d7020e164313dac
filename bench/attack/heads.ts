import { connect } from 'node:net'
import type { Target } from './arrange.ts'
import { ask } from './ask.ts'
import type { Outcome } from './findings.ts'
import { faultsIn } from './fuzz.ts'

const evil = 'evil.example'
const longestAnswer = 5_000
const portal = '/investment-dashboard'

type Try = { what: string; faults: string[] }

/** Heads and cookies that no browser sends: no one comes in by them, no form of another site is taken, nothing breaks. */
export async function tamper(target: Target): Promise<Outcome> {
  const tries = [
    ...(await withCookies(target)),
    ...(await withForeignHeads(target)),
    ...(await fromOtherSites(target)),
    ...(await withFramings(target)),
  ]
  const findings = tries
    .filter(({ faults }) => faults.length > 0)
    .map(({ what, faults }) => `${what}: ${faults.join('; ')}`)
  const alive = await ask(target.address, { method: 'GET', path: '/healthz' })
  if (alive.status !== 200) findings.push(`afterwards /healthz answers ${alive.status}`)
  return { part: 'heads and cookies', tried: `${tries.length} requests`, findings }
}

async function withCookies(target: Target): Promise<Try[]> {
  const tries: Try[] = []
  for (const [label, cookie] of cookiesOf(target)) {
    for (const path of [portal, '/investment-dashboard/export', '/admin-dashboard']) {
      const heard = await ask(target.address, { method: 'GET', path, headers: { cookie } })
      const isIn = heard.status === 200 ? ['came in'] : []
      tries.push({
        what: `cookie ${label} at ${path}`,
        faults: [...faultsIn(heard, 'guest'), ...isIn],
      })
    }
  }
  return tries
}

async function withForeignHeads(target: Target): Promise<Try[]> {
  const tries: Try[] = []
  for (const headers of foreign) {
    for (const path of ['/', '/login/forgot', portal]) {
      const heard = await ask(target.address, { method: 'GET', path, headers })
      const says = `${heard.body}${JSON.stringify(heard.headers)}`.includes(evil)
        ? [`repeats ${evil}`]
        : []
      tries.push({
        what: `${JSON.stringify(headers)} at ${path}`,
        faults: [...faultsIn(heard, 'guest'), ...says],
      })
    }
  }
  return tries
}

async function fromOtherSites({ address, cookies }: Target): Promise<Try[]> {
  const tries: Try[] = []
  for (const from of otherSites) {
    const headers = {
      cookie: cookies.another ?? '',
      'content-type': 'application/x-www-form-urlencoded',
      ...from,
    }
    for (const path of [
      '/login/sessions',
      '/logout',
      '/investment-dashboard/settings',
      '/contact',
    ]) {
      const heard = await ask(address, {
        method: 'POST',
        path,
        headers,
        body: 'setting=data-saver',
      })
      const taken = heard.status === 403 ? [] : [`answered ${heard.status}, expected 403`]
      tries.push({
        what: `a form with ${JSON.stringify(from)} to ${path}`,
        faults: [...faultsIn(heard, 'guest'), ...taken],
      })
    }
  }
  return tries
}

async function withFramings({ address }: Target): Promise<Try[]> {
  const tries: Try[] = []
  for (const [label, text] of framings(new URL(address).host)) {
    const answer = await sendRaw(address, text)
    tries.push({
      what: `framing, ${label}`,
      faults: /^HTTP\/1\.1 5(?!05)/.test(answer) ? [answer.slice(0, 60)] : [],
    })
  }
  return tries
}

/** None of these is a session: forged, cut, with the signature of another, oversized. */
function cookiesOf({ cookies }: Target): [string, string][] {
  const pairs = (text: string | null) =>
    (text ?? '').split('; ').map((pair) => pair.split('=') as [string, string])
  const investor = pairs(cookies.investor)
  const signatures = new Map(
    pairs(cookies.another).map(([name, value]) => [name, value.split('.')[1] ?? '']),
  )
  const each = (bend: (value: string, name: string) => string) =>
    investor.map(([name, value]) => `${name}=${bend(value, name)}`).join('; ')
  return [
    ['without its signature', each((value) => value.split('.')[0] ?? '')],
    [
      'with the signature of another',
      each((value, name) => `${value.split('.')[0]}.${signatures.get(name)}`),
    ],
    ['cut by one', each((value) => value.slice(0, -4))],
    ['cut to the half', each((value) => value.slice(0, value.length / 2))],
    ['with letters after its signature', each((value) => `${value}x`)],
    ['in capitals', each((value) => value.toUpperCase())],
    ['reversed', each((value) => Array.from(value).toReversed().join(''))],
    ['forged', each(() => `${'A'.repeat(32)}.${'B'.repeat(43)}%3D`)],
    ['empty', each(() => '')],
    ['that cannot be decoded', each(() => '%E0%A4%A')],
    // Node.js refuses a head above 16 KB, and may close the line before all of it is sent: that is among the framings.
    ['of 12 KB', `${investor[0]?.[0]}=${'x'.repeat(12_000)}`],
    ['of SQL', each(() => "'%20or%20'1'='1")],
    ['a thousand times', Array.from({ length: 1_000 }, (_, number) => `c${number}=1`).join('; ')],
    ['of separators', ';;;==;=;,,'],
    ['of a prototype', '__proto__=1; constructor=2; toString=3'],
  ]
}

const foreign: Record<string, string>[] = [
  { host: evil },
  { host: `${evil}:99999` },
  { host: `127.0.0.1@${evil}` },
  { 'x-forwarded-host': evil, 'x-forwarded-proto': 'https' },
  { 'x-forwarded-for': '127.0.0.1, ::1, nonsense', 'x-real-ip': evil },
  { forwarded: `for=1.1.1.1;host=${evil};proto=https` },
  { 'x-original-url': '/admin-dashboard', 'x-rewrite-url': '/admin-dashboard' },
  { 'x-http-method-override': 'DELETE' },
  { accept: 'text/event-stream' },
  { range: 'bytes=0-0,1-1,5-,-99999999999' },
  { 'if-none-match': '"'.repeat(2_000) },
  { 'accept-encoding': `br;q=nonsense,${'gzip,'.repeat(500)}` },
  { 'accept-language': 'x'.repeat(5_000) },
]

const otherSites: Record<string, string>[] = [
  { origin: `https://${evil}` },
  { origin: 'null' },
  { origin: 'nonsense' },
  { origin: 'http://127.0.0.1' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { referer: `https://${evil}/page` },
  { referer: 'http://127.0.0.1/' },
]

function framings(host: string): [string, string][] {
  const post = `POST /contact HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/x-www-form-urlencoded\r\n`
  return [
    ['two lengths', `${post}Content-Length: 3\r\nContent-Length: 30\r\n\r\na=b`],
    [
      'length and chunks',
      `${post}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /admin-dashboard HTTP/1.1\r\n\r\n`,
    ],
    ['negative length', `${post}Content-Length: -1\r\n\r\na=b`],
    ['a length that is none', `${post}Content-Length: 1e9\r\n\r\na=b`],
    ['longer than what comes', `${post}Content-Length: 100\r\n\r\na=b`],
    ['broken chunks', `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\na=b\r\n`],
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['two hosts', `GET / HTTP/1.1\r\nHost: ${host}\r\nHost: ${evil}\r\n\r\n`],
    ['a whole address', `GET http://${evil}/admin-dashboard HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
    ['a path that is none', `GET admin-dashboard HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
    ['two slashes', `GET //${evil}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
    ['a host that is none', 'GET / HTTP/1.1\r\nHost: a b[\r\n\r\n'],
    ['an unknown method', `PROPFIND / HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
    ['TRACE', `TRACE / HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
    ['CONNECT', `CONNECT ${evil}:80 HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
    ['a head of 100 KB', `GET / HTTP/1.1\r\nHost: ${host}\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['a bare line break', `GET / HTTP/1.1\nHost: ${host}\nX-A: b\rX-C: d\n\n`],
  ]
}

/** Sends bytes as they are and gives what comes back before the line closes, or within five seconds. */
function sendRaw(address: string, text: string): Promise<string> {
  const { hostname, port } = new URL(address)
  return new Promise((answered) => {
    let heard = ''
    const line = connect({ host: hostname, port: Number(port) }, () => line.end(text))
    line.setTimeout(longestAnswer, () => line.destroy())
    line.on('data', (chunk) => {
      heard += chunk
    })
    // A line that is cut is an answer, too: what it cost the product is asked afterwards.
    line.on('error', (fault) => {
      heard ||= fault.message
    })
    line.on('close', () => answered(heard))
  })
}
