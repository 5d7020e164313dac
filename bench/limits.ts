import { setTimeout as sleep } from 'node:timers/promises'
import { allowFailures, arrange, type Target } from './attack/arrange.ts'
import { type AttackRequest, ask } from './attack/ask.ts'
import { addressOfSender } from './attack/fuzz.ts'
import { formFields, formWith, hostileRequests, texts } from './limits/hostile.ts'
import { Pace } from './pace.ts'
import { withServer } from './running-server.ts'
import { sayScale, scaled } from './scale.ts'

// Whether a guest can keep the one thread of the server busy: 300 requests that were made to, one after the other, and texts
// of 100 KB in every field of every form, while /healthz is asked all the time. Takes about two minutes, on its own demo
// that is removed afterwards, and ends non-zero when a goal is missed.

const goals = { refused: 5, hostile: 300, form: 300, health: 100 }
const hostile = scaled(300, 30)
/** Of the fields, one of so many is tried. */
const every = scaled(1, 20)

type Measured = { what: string; times: number[]; goal: number; share: number }
const pace = new Pace()
const faults: string[] = []
const at = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0

// Read before anything is measured: that alone keeps this process busy for seconds.
const fields = (await formFields()).filter((_, place) => place % every === 0)

const measured = await withServer(
  async (server) => {
    const target = await arrange(server)
    await allowFailures(server.dataDir, { own: 1_000_000, address: 1_000_000 })
    await pace.sample()
    const health = await whileAsking(server.address, async () => ({
      guests: await sendAsGuests(target),
      forms: await sendForms(target),
    }))
    await pace.sample()
    return [
      ...health.result.guests,
      ...health.result.forms,
      { what: '/healthz at the same time', times: health.times, goal: goals.health, share: 0.99 },
    ]
  },
  ['TRUSTED_PROXIES=127.0.0.1'],
)

/** Asks /healthz all the while, over lines of its own. */
async function whileAsking<Result>(address: string, work: () => Promise<Result>) {
  let isOver = false
  const times: number[] = []
  const asking = (async () => {
    while (!isOver) {
      const began = performance.now()
      const answer = await fetch(`${address}/healthz`)
      await answer.text()
      if (answer.status !== 200) faults.push(`/healthz answered ${answer.status}`)
      times.push(performance.now() - began)
      await sleep(10)
    }
  })()
  const result = await work()
  isOver = true
  await asking
  return { result, times }
}

/** What is refused by its address is judged by itself: it has to cost next to nothing. */
async function sendAsGuests(target: Target): Promise<Measured[]> {
  const [refused, all]: [number[], number[]] = [[], []]
  const slowestOf = new Map<string, number>()
  // What is made once, and kept, is made before.
  for (const { asked } of hostileRequests(15)) await send(target, asked, 0)
  for (const [turn, { kind, asked }] of hostileRequests(hostile).entries()) {
    const { status, ms } = await send(target, asked, turn)
    if (status === 404 || status === 414) refused.push(ms)
    all.push(ms)
    slowestOf.set(kind, Math.max(ms, slowestOf.get(kind) ?? 0))
  }
  await pace.sample()
  console.log('\n| hostile request | slowest |\n|---|---|')
  for (const [kind, ms] of slowestOf) console.log(`| ${kind} | ${ms.toFixed(1)} ms |`)
  return [
    {
      what: `${refused.length} refused by their address`,
      times: refused,
      goal: goals.refused,
      share: 0.5,
    },
    { what: `${all.length} hostile requests of guests`, times: all, goal: goals.hostile, share: 1 },
  ]
}

async function sendForms(target: Target): Promise<Measured[]> {
  const forms: Measured[] = []
  for (const [name, text] of Object.entries(texts)) {
    const times: number[] = []
    for (const [turn, field] of fields.entries()) {
      const cookie = target.cookies[field.role]
      const { headers, ...asked } = await formWith(text, field, target.parts)
      const sent = {
        ...asked,
        headers: { ...headers, ...(cookie && { cookie }), origin: target.address },
      }
      const { ms } = await send(target, sent, turn)
      times.push(ms)
      if (ms > goals.form)
        console.log(`${name} in ${field.field} of ${field.route.pattern}: ${ms.toFixed(0)} ms`)
    }
    forms.push({
      what: `${times.length} fields of forms, 100 KB of ${name}`,
      times,
      goal: goals.form,
      share: 1,
    })
    await pace.sample()
  }
  return forms
}

async function send(target: Target, size: AttackRequest, turn: number) {
  const headers = { ...size.headers, 'x-forwarded-for': addressOfSender(turn) }
  const heard = await ask(target.address, { ...size, headers })
  if (heard.status === 0 || heard.status >= 500) {
    faults.push(
      `${size.method} ${size.path.slice(0, 80)} answered ${heard.status} ${heard.body.slice(0, 80)}`,
    )
  }
  return heard
}

const named = (share: number) =>
  share === 1 ? 'slowest' : share === 0.5 ? 'median' : `${share * 100}th percentile`
const result = ({ times, share }: Measured) => at(times, share)
console.log(
  `\n${pace.summary}\n\n| what | median | slowest | judged | goal |\n|---|---|---|---|---|`,
)
for (const line of measured) {
  const cells = [at(line.times, 0.5), at(line.times, 1), result(line)].map((ms) => ms.toFixed(1))
  console.log(
    `| ${line.what} | ${cells[0]} ms | ${cells[1]} ms | ${named(line.share)} ${cells[2]} ms | ${line.goal} ms |`,
  )
}
sayScale()
for (const fault of faults) console.error(fault)
const missed = measured.filter((line) => result(line) > pace.allowed(line.goal))
for (const { what, goal } of missed) console.error(`Missed: ${what}, goal ${goal} ms`)
if (missed.length > 0 || faults.length > 0) process.exitCode = 1
