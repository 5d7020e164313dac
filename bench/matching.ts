import { existsSync } from 'node:fs'
import { judge, type Outcome } from './matching/judge.ts'
import { makeMonth } from './matching/make-month.ts'
import { readMonth } from './matching/month.ts'
import { readingTimes } from './matching/reading-times.ts'
import { readTables, writeTables } from './matching/tables.ts'
import { Pace } from './pace.ts'
import { isSmallest, sayScale, scaled, words } from './scale.ts'

// How well and how fast payments find their investments, in ten made months, in one of a seed, or in a folder that someone
// else made (`bench/matching/README.md`). Ends non-zero on a wrong automatic match and on a missed goal.

const usage = `Usage:  npm run bench:matching -- [SEED | FOLDER] [--smallest]
        npm run bench:matching -- --write FOLDER [SEED]

bench/matching/README.md describes the tables of a folder.`
const goals = { automatic: 0.55, first: 0.85, milliseconds: 5000, reading: 10_000 }

const isSeed = (word: string) => /^\d{1,9}$/.test(word)

function refuse(): never {
  console.error(usage)
  process.exit(2)
}

const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole)
const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${(share(part, whole) * 100).toFixed(1)}%`

function faultsOf(name: string, outcome: Outcome): string[] {
  const { automatic, payments, known, wrong, lost, invented } = outcome
  const named = (numbers: readonly string[]) => numbers.slice(0, 5).join(', ')
  return [
    wrong.length > 0 && `${wrong.length} wrong automatic matches: ${named(wrong)}`,
    lost.length > 0 && `${lost.length} payments excluded: ${named(lost)}`,
    invented.length > 0 && `${invented.length} lines that are no payments: ${named(invented)}`,
    share(automatic, payments) < goals.automatic && 'fewer than 55% matched without a person',
    share(known.first, known.payments) < goals.first &&
      'the first suggestion is right for fewer than 85% of the known payers',
  ].flatMap((fault) => (fault ? [`${name}: ${fault}`] : []))
}

function printOutcomes(outcomes: readonly [name: string, outcome: Outcome][]): void {
  console.log(
    '\n| month | payments | matched without a person | wrong | first suggestion right, payer known | another’s reference: held | time |\n|---|---|---|---|---|---|---|',
  )
  for (const [name, outcome] of outcomes) {
    const { payments, automatic, wrong, known, otherReference: other, milliseconds } = outcome
    console.log(
      `| ${name} | ${payments} | ${percent(automatic, payments)} | ${wrong.length} | ${percent(known.first, known.payments)} of ${known.payments} | ${other.payments - other.automatic} of ${other.payments} | ${milliseconds.toFixed(0)} ms |`,
    )
  }
}

/** By what was typed, over all months. */
function printKinds(outcomes: readonly Outcome[]): void {
  console.log(
    '\n| typed | payments | matched without a person | of the rest first | among the suggestions |\n|---|---|---|---|---|',
  )
  for (const kind of new Set(outcomes.flatMap(({ kinds }) => [...kinds.keys()]))) {
    const counts = outcomes.flatMap(({ kinds }) => kinds.get(kind) ?? [])
    const sum = (of: 'payments' | 'automatic' | 'first' | 'listed') =>
      counts.reduce((total, count) => total + count[of], 0)
    const rest = sum('payments') - sum('automatic')
    console.log(
      `| ${kind} | ${sum('payments')} | ${percent(sum('automatic'), sum('payments'))} | ${percent(sum('first'), rest)} | ${percent(sum('listed'), sum('payments'))} |`,
    )
  }
}

async function monthsOf(word: string | undefined) {
  if (word !== undefined && !isSeed(word)) {
    if (!existsSync(word)) refuse()
    return [[word, await readMonth(readTables(word))] as const]
  }
  const seeds =
    word === undefined ? Array.from({ length: scaled(10, 2) }, (_, index) => index + 1) : [+word]
  return Promise.all(
    seeds.map(async (seed) => [`seed ${seed}`, await readMonth(makeMonth(seed))] as const),
  )
}

if (words[0] === '--help') {
  console.log(usage)
  process.exit(0)
}
if (words[0] === '--write') {
  const [, folder, seed = '1'] = words
  if (!folder || !isSeed(seed) || words.length > 3) refuse()
  writeTables(folder, makeMonth(+seed))
  console.log(`A month of seed ${seed} is in ${folder}.`)
  process.exit(0)
}
if (words.length > 1 || words[0]?.startsWith('-')) refuse()

const pace = new Pace()
await pace.sample()
const outcomes = (await monthsOf(words[0])).map(
  ([name, month]) => [name, judge(month)] as [string, Outcome],
)
const readings = await readingTimes(scaled(10_000, 200))
await pace.sample()
console.log(pace.summary)
printOutcomes(outcomes)
printKinds(outcomes.map(([, outcome]) => outcome))
console.log('\n| statement | time | goal |\n|---|---|---|')
for (const { what, milliseconds } of readings)
  console.log(`| ${what} | ${milliseconds.toFixed(0)} ms | ${goals.reading} ms |`)
sayScale()
const faults =
  isSmallest && !words[0] ? [] : outcomes.flatMap(([name, outcome]) => faultsOf(name, outcome))
const slow = [
  ...outcomes
    .filter(([, { milliseconds }]) => milliseconds > pace.allowed(goals.milliseconds))
    .map(([name]) => `${name}: matching takes longer than ${goals.milliseconds} ms`),
  ...readings
    .filter(({ milliseconds }) => milliseconds > pace.allowed(goals.reading))
    .map(({ what }) => `${what}: reading takes longer than ${goals.reading} ms`),
]
for (const fault of [...faults, ...slow]) console.error(`Missed: ${fault}`)
if (faults.length + slow.length > 0) process.exitCode = 1
