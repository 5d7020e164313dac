import { inDatabaseOf } from './running-database.ts'
import { withServer } from './running-server.ts'
import { isSmallest, sayScale } from './scale.ts'
import { knownAndUnknown } from './signin/known-and-unknown.ts'
import { quietAndBusy, type Rounds } from './signin/quiet-and-busy.ts'
import { within } from './signin/times.ts'

// What a sign-in tells by its time, and what it costs others: refused sign-ins of known and of unknown addresses by turns,
// and a public page while no one and while 20 a second sign in. The limits are raised by their settings. Takes about three
// minutes, and ends non-zero when a budget of the issue is broken.

const mostDifference = 0.05
const mostRatio = 2

const raised =
  'update app.installation set failures_per_email = 1000000, failures_per_address = 1000000'

const { known, unknown, quiet, busy } = await withServer(async (server) => {
  await inDatabaseOf(server.dataDir, (client) => client.query(raised))
  return { ...(await knownAndUnknown(server)), ...(await quietAndBusy(server)) }
})

const ms = (time: number) => `${time.toFixed(1)} ms`
const [knownMedian, unknownMedian] = [within(0.5, known), within(0.5, unknown)]
const difference = Math.abs(knownMedian - unknownMedian) / Math.min(knownMedian, unknownMedian)
const middle = (rounds: Rounds, which: 'half' | 'tail') =>
  within(
    0.5,
    rounds.map((round) => round[which]),
  )
const [quietTail, busyTail] = [middle(quiet, 'tail'), middle(busy, 'tail')]
const ratio = busyTail / quietTail

console.log(`
| what | result | allowed |
|---|---|---|
| refused sign-in, known address: median of ${known.length} | ${ms(knownMedian)} | |
| the same, unknown address: median of ${unknown.length} | ${ms(unknownMedian)} | |
| difference | ${(difference * 100).toFixed(1)}% | below ${mostDifference * 100}% |
| public page, nobody signs in: median and 99th percentile (the middle of ${quiet.length} rounds) | ${ms(middle(quiet, 'half'))}, ${ms(quietTail)} | |
| the same, 20 sign-ins a second | ${ms(middle(busy, 'half'))}, ${ms(busyTail)} | |
| ratio of the 99th percentiles | ${ratio.toFixed(2)} | below ${mostRatio} |
`)
sayScale()
if (!isSmallest && !(difference < mostDifference && ratio < mostRatio)) process.exitCode = 1
