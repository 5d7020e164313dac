import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { anInvestor, password } from '../../../../tests/people.ts'
import { anAddress, cookiesIn } from '../../../../tests/visits.ts'
import { setClock } from '../../../platform/clock.server.ts'
import { type SignInResult, signIn } from './sign-in.server.ts'
import { attemptCounts, countAttempt, forgetFailures } from './sign-in-limits.server.ts'

type Typed = { email: string; password: string; clientAddress: string; cookies?: string }
const attempt = ({ cookies = '', ...typed }: Typed) =>
  signIn({ ...typed, cookies, userAgent: null })
const outcome = (result: SignInResult) => ('refused' in result ? result.refused : 'in')
const wrong = 'not-the-password'

/** The outcomes of attempts, all at the same time, in their own process with the same database. */
function inAnotherProcess(attempts: Typed[]): Promise<string[]> {
  const code = `
    const { signIn } = await import(${JSON.stringify(new URL('./sign-in.server.ts', import.meta.url).href)})
    const results = await Promise.all(${JSON.stringify(attempts)}.map((typed) =>
      signIn({ ...typed, cookies: typed.cookies ?? '', userAgent: null })))
    process.stdout.write(JSON.stringify(results.map((result) => ('refused' in result ? result.refused : 'in'))))
    process.exit()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let written = ''
  let complaints = ''
  child.stdout.on('data', (chunk: Buffer) => (written += chunk))
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk))
  return new Promise((done, failed) => {
    child.once('exit', (status) =>
      status === 0 ? done(JSON.parse(written)) : failed(new Error(complaints)),
    )
  })
}

const counted = (outcomes: string[], which: string) =>
  outcomes.filter((outcome) => outcome === which).length

test('of thirty wrong passwords at the same time, in two processes, ten are tried and the others wait', async () => {
  const { email } = await anInvestor()
  const attempts = () =>
    Array.from({ length: 15 }, () => ({ email, password: wrong, clientAddress: anAddress() }))
  const [here, there] = await Promise.all([
    Promise.all(attempts().map((typed) => attempt(typed).then(outcome))),
    inAnotherProcess(attempts()),
  ])
  expect(counted([...here, ...there], 'wrong')).toBe(10)
  expect(counted([...here, ...there], 'too-many')).toBe(20)
  expect(outcome(await attempt({ email, password, clientAddress: anAddress() }))).toBe('too-many')
})

test('what fails in one process counts against a client address in the other, whichever emails it names', async () => {
  await change('update app.installation set failures_per_address = 6 where only_one')
  const clientAddress = anAddress()
  const guess = (turn: number) => ({
    email: `nobody-${turn}@example.com`,
    password: wrong,
    clientAddress,
  })
  expect(counted(await inAnotherProcess([1, 2, 3].map(guess)), 'wrong')).toBe(3)
  for (const turn of [4, 5, 6]) expect(outcome(await attempt(guess(turn)))).toBe('wrong')
  expect(outcome(await attempt(guess(7)))).toBe('too-many')
  expect(outcome(await attempt({ ...guess(8), clientAddress: anAddress() }))).toBe('wrong')
  await change('update app.installation set failures_per_address = 100 where only_one')
})

test('a device that signed in within 30 days has its own count, of the same size, in every process', async () => {
  const { email } = await anInvestor()
  const first = await attempt({ email, password, clientAddress: anAddress() })
  const cookies = 'headers' in first ? cookiesIn(first.headers) : ''
  const from = (device: string, typed: string) => ({
    email,
    password: typed,
    clientAddress: anAddress(),
    cookies: device,
  })
  const strangers = Array.from({ length: 11 }, () => from('', wrong))
  expect(
    counted(await Promise.all(strangers.map((typed) => attempt(typed).then(outcome))), 'too-many'),
  ).toBe(1)
  expect(outcome(await attempt(from(cookies, password)))).toBe('in')
  expect(
    counted(
      await inAnotherProcess(Array.from({ length: 11 }, () => from(cookies, wrong))),
      'wrong',
    ),
  ).toBe(10)
  expect(outcome(await attempt(from(cookies, password)))).toBe('too-many')
})

test('AUTH-202 a known device with the right password comes in after a hundred failures of others at its address', async () => {
  const { email } = await anInvestor()
  const clientAddress = anAddress()
  const first = await attempt({ email, password, clientAddress })
  const cookies = 'headers' in first ? cookiesIn(first.headers) : ''
  const others = await attemptCounts('someone-else@example.com', clientAddress, null)
  await countAttempt(others)
  await change(
    "update auth.sign_in_attempt set failures = 100 where counted = 'address' and subject = $1",
    [clientAddress],
  )
  const stranger = await anInvestor()
  expect(outcome(await attempt({ email: stranger.email, password, clientAddress, cookies }))).toBe(
    'too-many',
  )
  expect(outcome(await attempt({ email, password: wrong, clientAddress, cookies }))).toBe('wrong')
  expect(outcome(await attempt({ email, password, clientAddress, cookies }))).toBe('in')
})

test('AUTH-203 however an address is written, its failures are one count', async () => {
  const counts = [
    '203.0.113.9',
    '::ffff:203.0.113.9',
    '::FFFF:cb00:7109',
    '203.0.113.9:4711',
    '[::ffff:203.0.113.9]:80',
  ]
  const subjects = await Promise.all(
    counts.map((address) => attemptCounts('x@example.com', address, null)),
  )
  expect(new Set(subjects.map((counted) => counted[1]?.subject))).toEqual(new Set(['203.0.113.9']))
})

test('each further failure doubles the pause, up to a quarter of an hour, and then only the quiet ends it', async () => {
  const counts = await attemptCounts('patient@example.com', undefined, null)
  let now = new Date('2026-11-20T09:00:00Z')
  setClock(() => now)
  for (let failure = 0; failure < 10; failure += 1) expect(await countAttempt(counts)).toBeNull()
  const pauses: number[] = []
  for (let failure = 0; failure < 7; failure += 1) {
    const until = await countAttempt(counts)
    pauses.push(((until?.getTime() ?? 0) - now.getTime()) / 1000)
    now = until ?? now
    expect(await countAttempt(counts)).toBeNull()
  }
  expect(pauses).toEqual([30, 60, 120, 240, 480, 900, 900])
  now = new Date(now.getTime() + 15 * 60_000 + 1)
  for (let failure = 0; failure < 10; failure += 1) expect(await countAttempt(counts)).toBeNull()
  expect(await countAttempt(counts)).not.toBeNull()
})

test('a sign-in while another attempt at the same account is counted does not disturb it', async () => {
  const { email } = await anInvestor()
  const again = (work: () => Promise<unknown>) => async () => {
    for (let turn = 0; turn < 60; turn += 1) await work()
  }
  const counts = await attemptCounts(email, undefined, null)
  const [count, forget] = [again(() => countAttempt(counts)), again(() => forgetFailures(counts))]
  await expect(Promise.all([count(), forget(), count(), forget()])).resolves.toHaveLength(4)
})
