import { answerTime } from './answer-time.ts'
import { withLargeServer } from './large/large-server.ts'
import { isComplete, largeDataDir } from './large/place.ts'
import { listQuestions, type Question } from './lists/questions.ts'
import { Pace } from './pace.ts'
import { sayScale, scaled, words } from './scale.ts'
import { administrator, signIn } from './sign-in.ts'

// How long the office takes with a large company: the whole answer of each list, over one open connection, on the data of
// `npm run demo:large`, which is made first. A folder may be named behind it. Ends non-zero when a budget is broken, which is
// written for the reference machine (pace.ts).

const dataDir = largeDataDir(words[0])
if (!isComplete(dataDir)) {
  console.error(`There is no large demo in ${dataDir}. Make it with:  npm run demo:large`)
  process.exit(1)
}

type Line = Question & { half: number; tail: number }

const pace = new Pace()
const often = { warmUp: scaled(3, 0), rounds: scaled(20, 1) }

const lines = await withLargeServer(dataDir, async ({ address }) => {
  const cookie = await signIn(address, administrator)
  const measured: Line[] = []
  for (const question of await listQuestions(address, cookie)) {
    if (measured.length % 10 === 0) await pace.sample()
    measured.push({
      ...question,
      ...(await answerTime(`${address}${question.path}`, cookie, often)),
    })
    console.log(`Measured ${question.what}`)
  }
  return measured
})

const ms = (time: number) => `${time.toFixed(1)} ms`
console.log('\n| what | median | 95th percentile | allowed at the median |\n|---|---|---|---|')
for (const { what, half, tail, budget } of lines) {
  console.log(`| ${what} | ${ms(half)} | ${ms(tail)} | ${ms(budget)} |`)
}
console.log(`\n${pace.summary}`)
sayScale()
const broken = lines.filter(({ half, budget }) => half > pace.allowed(budget))
for (const { what, half, budget } of broken)
  console.error(`${what}: ${ms(half)}, allowed are ${ms(pace.allowed(budget))}`)
if (broken.length > 0) process.exitCode = 1
