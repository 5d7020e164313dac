import { inDatabaseOf } from '../running-database.ts'
import { scaled } from '../scale.ts'
import { emailOf, type Target } from './arrange.ts'
import { ask, type Heard } from './ask.ts'
import type { Outcome } from './findings.ts'
import { faultsIn } from './fuzz.ts'

const attempts = scaled(1_000, 120)
const atOnce = 10
const right = 'Foundation-2020'
const allowedOwn = 10
const allowedAddress = 100
const expectedPause = /try again|too many|wait/i

/**
 * A thousand guesses at one account, then a thousand over as many accounts: no more are tried than docs/security.md
 * allows, the others wait. A device that had signed in still signs in, and everyone after the pause.
 */
export async function bruteForce({ address, dataDir }: Target): Promise<Outcome> {
  const findings: string[] = []
  await forget(dataDir)
  const known = deviceIn(await signIn(address, emailOf('another'), right))
  const signInAs = async (who: string, cookie: string, expected: boolean) => {
    const isIn = (await signIn(address, emailOf('another'), right, cookie)).status === 303
    if (isIn !== expected)
      findings.push(`${who} ${isIn ? 'came in' : 'stayed outside'} with the right password`)
  }
  let began = performance.now()
  const answer = await guess(address, () => emailOf('another'))
  findings.push(...answer.faults)
  const triedOnOne = await failuresOf(dataDir, 'email')
  findings.push(...tooMany('one account', triedOnOne, allowedOwn, began))
  await signInAs('a stranger during the pause', '', false)
  await signInAs('the owner on a known device', known, true)
  await inDatabaseOf(dataDir, (client) =>
    client.query(
      "update auth.sign_in_attempt set first_at = first_at - interval '1 hour', last_at = last_at - interval '1 hour'",
    ),
  )
  await signInAs('the owner on a new device, after the pause', '', true)
  await forget(dataDir)
  began = performance.now()
  const many = await guess(address, (number) => `somebody-${number}@example.com`)
  findings.push(...many.faults)
  const triedOnMany = await failuresOf(dataDir, 'address')
  findings.push(...tooMany('one address', triedOnMany, allowedAddress, began))
  await forget(dataDir)
  const tried =
    `${attempts} guesses on one account: ${triedOnOne} tried, ${answer.paused} told to wait; ` +
    `${attempts} over as many accounts: ${triedOnMany} tried, ${many.paused} told to wait`
  return { part: 'sign-in', tried, findings }
}

/** After the allowed failures one more is tried at the end of each pause, of 30 s and then twice the last. */
function tooMany(label: string, tried: number, allowed: number, began: number): string[] {
  const pauses = Math.floor(Math.log2(1 + (performance.now() - began) / 30_000))
  return tried > allowed + pauses
    ? [`${label}: ${tried} guesses were tried, ${allowed + pauses} are allowed`]
    : []
}

function signIn(address: string, email: string, password: string, cookie = ''): Promise<Heard> {
  const body = new URLSearchParams({ email, password }).toString()
  const headers = {
    origin: address,
    'content-type': 'application/x-www-form-urlencoded',
    ...(cookie && { cookie }),
  }
  return ask(address, { method: 'POST', path: '/login', headers, body })
}

const deviceIn = ({ headers }: Heard) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((set) => set.split(';')[0] ?? '')
    .find((pair) => pair.includes('device=')) ?? ''

async function guess(address: string, emailFor: (number: number) => string) {
  const faults: string[] = []
  let paused = 0
  for (let first = 0; first < attempts; first += atOnce) {
    const numbers = Array.from({ length: atOnce }, (_, place) => first + place)
    await Promise.all(
      numbers.map(async (number) => {
        const heard = await signIn(address, emailFor(number), `Guess-${number}`)
        if (heard.status === 303) faults.push(`guess ${number} came in`)
        faults.push(...faultsIn(heard, 'guest').map((fault) => `guess ${number}: ${fault}`))
        if (heard.status === 429 || expectedPause.test(heard.body)) paused += 1
      }),
    )
  }
  return { faults, paused }
}

const forget = (dataDir: string) =>
  inDatabaseOf(dataDir, (client) => client.query('delete from auth.sign_in_attempt'))

const failuresOf = (dataDir: string, counted: string) =>
  inDatabaseOf(dataDir, async (client) => {
    const { rows } = await client.query<{ most: number }>(
      'select coalesce(max(failures), 0)::int as most from auth.sign_in_attempt where counted = $1',
      [counted],
    )
    return rows[0]?.most ?? 0
  })
