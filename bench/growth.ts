import { grouped } from '../app/values/grouped.ts'
import { answerTime } from './answer-time.ts'
import { makeUnlessThere, withLargeServer } from './large/large-server.ts'
import { largeDataDir } from './large/place.ts'
import { listQuestions } from './lists/questions.ts'
import { ownInvestment } from './own-investment.ts'
import { isSmallest, sayScale, scaled, words } from './scale.ts'
import { administrator, signIn, someInvestor } from './sign-in.ts'

// How the cost of a screen grows with the company: the same questions with 1,000, 10,000 and 100,000 investors, in turns
// within one run. The two smaller companies are made first, once, next to the large demo, whose folder may be named behind
// the command. Ends non-zero when something costs more than 1.3 times as much with 100,000 investors as with 1,000.

const allowed = 1.3
const turns = scaled(4, 1)
/** A program that has just started answers slowly, and not the same of all its pages: each is asked for often first. */
const often = (turn: number) => ({
  warmUp: scaled(turn === 0 ? 300 : 10, 0),
  rounds: scaled(30, 1),
})

const large = largeDataDir(words[0])
const allSizes = [
  { investors: 1_000, part: '0.01', dataDir: `${large}-1000` },
  { investors: 10_000, part: '0.1', dataDir: `${large}-10000` },
  { investors: 100_000, part: '1', dataDir: large },
]
/** At the smallest scale one company takes the place of all. */
const sizes = isSmallest ? [{ investors: 1_000, part: '0.01', dataDir: large }] : allSizes
for (const { dataDir, part } of sizes) {
  if (!(await makeUnlessThere(dataDir, part))) process.exit(1)
}

const screens = ['Investors', 'Investments', 'Documents', 'Notifications', 'Users', 'Audit log']
const ways = [', first page', ', search', ', page 100']

/** One thing that is asked of every size. */
type MeasuredPage = { what: string; path: string; cookie: string }
type Company = { address: string; questions: MeasuredPage[] }

async function questionsOf(address: string): Promise<Company> {
  const admin = await signIn(address, administrator)
  const investor = await signIn(address, someInvestor)
  const lists = (await listQuestions(address, admin))
    .filter(
      ({ what }) =>
        screens.some((name) => what.startsWith(name)) && ways.some((way) => what.includes(way)),
    )
    .map(({ what, path }) => ({ what: what, path, cookie: admin }))
  const portal = [
    { what: 'Portal dashboard', path: '/investment-dashboard', cookie: investor },
    { what: 'My Investments', path: '/investment-dashboard/investments', cookie: investor },
    { what: 'My Notifications', path: '/investment-dashboard/notifications', cookie: investor },
    {
      what: 'An investment’s page',
      path: await ownInvestment(address, investor),
      cookie: investor,
    },
  ]
  const dashboard = { what: 'Dashboard of the office', path: '/admin-dashboard', cookie: admin }
  const landing = { what: 'Landing page', path: '/', cookie: '' }
  // What the other searches find grows with the company; this finds one person in each.
  const onePerson = ['Investors', 'Users'].map((list) => ({
    what: `${list}, one person`,
    path: `/admin-dashboard/${list.toLowerCase()}?q=${someInvestor}`,
    cookie: admin,
  }))
  return { address, questions: [...portal, dashboard, ...lists, ...onePerson, landing] }
}

/** The best median of several turns, so that a machine that was busy in one of them counts as little as it can. */
async function measure(companies: Company[]): Promise<Map<string, number[]>> {
  const best = new Map<string, number[]>()
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [place, { what }] of (companies[0]?.questions ?? []).entries()) {
      const times: number[] = []
      for (const { address, questions } of companies) {
        const { path = '/', cookie = '' } = questions[place] ?? {}
        times.push((await answerTime(`${address}${path}`, cookie, often(turn))).half)
      }
      const known = best.get(what)
      best.set(what, known ? times.map((time, size) => Math.min(time, known[size] ?? time)) : times)
    }
    console.log(`Turn ${turn + 1} of ${turns}`)
  }
  return best
}

/** Starts the companies inside one another, so that all of them run, and are quiet but for the one that is asked. */
function withAll(rest: typeof sizes, started: Company[]): Promise<Map<string, number[]>> {
  const [next, ...others] = rest
  if (!next) return measure(started)
  return withLargeServer(next.dataDir, async ({ address }) =>
    withAll(others, [...started, await questionsOf(address)]),
  )
}

const measured = await withAll(sizes, [])
const head = sizes.map(({ investors }) => `${grouped(investors)} investors`).join(' | ')
console.log(`\n| what | ${head} | growth | allowed |\n|---|---|---|---|---|---|`)
const grown: string[] = []
for (const [label, times] of measured) {
  const growth = (times.at(-1) ?? 0) / (times[0] ?? 1)
  if (growth > allowed)
    grown.push(`${label} costs ${growth.toFixed(2)} times as much, allowed are ${allowed}`)
  console.log(
    `| ${label} | ${times.map((time) => `${time.toFixed(1)} ms`).join(' | ')} | ${growth.toFixed(2)} | ${allowed} |`,
  )
}
sayScale()
for (const line of grown) console.error(line)
if (grown.length > 0 && !isSmallest) process.exitCode = 1
