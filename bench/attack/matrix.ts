import {
  type Address,
  type Answer,
  matrix,
  type Row,
  visitors,
  type Who,
} from '../../tests/access-matrix.ts'
import { readAnswer, requestOf, type Visit, type Way } from '../../tests/access-requests.ts'
import { scaled } from '../scale.ts'
import { markers, type Target } from './arrange.ts'
import type { Outcome } from './findings.ts'

/** Of the addresses, one of so many is asked. */
const every = scaled(1, 25)

const strangers: Who[] = ['guest', 'another', 'inactive', 'held']
const isOfOneRole = ({ pattern }: Address) =>
  /^\/(admin-dashboard|manage-users|investment-dashboard|investment\/:slug\/invest)/.test(pattern)

/** The table of tests/access-matrix.ts asked from outside: every visitor, every address as page, every act as form and data. */
export async function askMatrix(target: Target): Promise<Outcome> {
  const findings: string[] = []
  let requestCount = 0
  const meets = async (pattern: string, expected: Row, way: Way, act?: string) => {
    for (const who of visitors) {
      const visit = {
        who,
        cookie: target.cookies[who],
        pattern,
        way,
        ...(act === undefined ? {} : { act }),
      }
      requestCount += 1
      findings.push(...(await faultsOf(visit, expected[who], target)))
    }
  }
  const few = matrix.filter((_, place) => place % every === 0)
  for (const address of few) await meets(address.pattern, address.get, 'browser')
  for (const address of few) {
    for (const { act, row } of address.acts) {
      const expected = isOfOneRole(address) ? signedOut(row) : row
      await meets(address.pattern, expected, 'script', act)
      if (isOfOneRole(address)) await meets(address.pattern, row, 'browser', act)
    }
  }
  return {
    part: 'access matrix',
    tried: `${requestCount} requests of ${visitors.length} visitors`,
    findings,
  }
}

/** Script is told that the session ended where a browser is led to sign in. */
const signedOut = (row: Row): Row =>
  Object.fromEntries(
    visitors.map((who) => [who, row[who] === 'sign-in' ? 'signed-out' : row[who]]),
  ) as Row

async function faultsOf(
  visit: Visit,
  expected: Answer,
  { address, parts }: Target,
): Promise<string[]> {
  const { who, act, pattern, way } = visit
  const { url, init } = requestOf(visit, parts, address)
  const answered = await fetch(url, { ...init, redirect: 'manual' })
  const { answer, body } = await readAnswer(answered, act !== undefined)
  const label = `${who} ${act === undefined ? 'looks at' : `sends ${act} to`} ${pattern} by ${way}`
  const seen = strangers.includes(who) ? markers.filter((marker) => body.includes(marker)) : []
  return [
    ...(answer === expected ? [] : [`${label}: ${answer}, expected ${expected}`]),
    ...(seen.length === 0 ? [] : [`${label}: shows ${seen.join(', ')}`]),
  ]
}
