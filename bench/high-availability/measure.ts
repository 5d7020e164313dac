import { setTimeout as sleep } from 'node:timers/promises'
import { verifyInstallation } from '../../server/recovery/verify-installation.ts'
import type { Cluster } from '../cluster/parts.ts'
import { balanceOf } from '../faults/audit.ts'
import { type Asking, type Kind, kinds } from '../faults/books.ts'
import type { Stage } from '../faults/stage.ts'
import { type HaDatabase, patiently } from './database.ts'
import type { HaFault } from './faults.ts'

const quietMs = 4_000
/** As many good answers of a kind in a row mean that it is there again. */
const inARow = 3
const longestWatchedMs = 60_000
const longestOpenMs = 30_000

export type HaStage = Stage & { database: HaDatabase }

/** A line of the table, and the goals that were missed. */
export type HaRow = {
  fault: string
  confirmed: number
  lost: number
  doubled: number
  /** The longest time without a confirmed payment, and without a success of some kind of request. */
  gap: string
  anyGap: string
  verify: string
  errors: string
  note: string
  missed: string[]
}

/** Lets the fault happen under the load, waits until all is well again, and compares what was confirmed with what is there. */
export async function measureHa(fault: HaFault, stage: HaStage): Promise<HaRow> {
  const { load, database } = stage
  await database.whole()
  await sleep(quietMs)
  const confirmedBefore = load.books.payments.length
  const began = performance.now()
  const end = await fault.begin(database)
  const isBack = await untilAnswered(load.books.askings)
  await end()
  await database.whole()
  await untilAnswered(load.books.askings)
  await untilNothingIsOpen(stage)
  const ended = performance.now()
  const confirmed = load.books.payments.length - confirmedBefore
  const balance = await patiently(() => balanceOf(stage))
  const findings = await patiently(() => findingsOf(stage.cluster, database.proxiedUrl))
  const askings = load.books.askings.filter((asking) => asking.ended >= began - quietMs)
  const gaps = gapsOf(askings, ended)
  const writing = gaps.get('payment') ?? 0
  const missed = [
    ...(balance.lost + balance.doubled > 0 ? ['something was lost or doubled'] : []),
    ...(!isBack || writing >= fault.goalMs ? [`goal: back in ${fault.goalMs / 1000} s`] : []),
    ...(findings.length > 0 ? ['verify found something'] : []),
    ...(confirmed === 0 ? ['nothing was confirmed'] : []),
    ...endedOf(stage.cluster),
  ]
  return {
    fault: fault.name,
    confirmed,
    lost: balance.lost,
    doubled: balance.doubled,
    gap: seconds(writing),
    anyGap: seconds(Math.max(...gaps.values())),
    verify: findings.length === 0 ? 'whole' : `${findings.length} findings`,
    errors: errorsOf(askings),
    note: [sentenceOf(gaps), ...balance.notes, ...findings.slice(0, 5), ...missed].join('; '),
    missed,
  }
}

/** Waits until every kind of request was answered well three times in a row since now; false when that takes too long. */
async function untilAnswered(askings: Asking[]): Promise<boolean> {
  const began = performance.now()
  const isThere = (kind: Kind) => {
    const since = askings.filter((asking) => asking.kind === kind && asking.began >= began)
    return since.length >= inARow && since.slice(-inARow).every(({ isGood }) => isGood)
  }
  while (!kinds.every(isThere)) {
    if (performance.now() - began > longestWatchedMs) return false
    await sleep(250)
  }
  return true
}

/** Processes of the product that ended by themselves. */
function endedOf({ webs, worker }: Cluster): string[] {
  const ended = [...webs, worker].filter(
    ({ process: { exitCode, signalCode } }) => exitCode !== null || signalCode !== null,
  )
  return ended.map(({ name }) => `${name} ended`)
}

async function untilNothingIsOpen({ load }: HaStage): Promise<void> {
  const began = performance.now()
  while (load.books.open > 3 && performance.now() - began < longestOpenMs) await sleep(50)
}

/** The longest time between two good answers of each kind, or since the last. */
export function gapsOf(askings: Asking[], now: number): Map<Kind, number> {
  const gaps = kinds.map((kind): [Kind, number] => {
    const good = askings.filter((asking) => asking.kind === kind && asking.isGood)
    const times = [...good.map(({ ended }) => ended).toSorted((a, b) => a - b), now]
    const between = times.slice(1).map((time, index) => time - (times[index] ?? time))
    return [kind, Math.max(0, ...between)]
  })
  return new Map(gaps)
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const sentenceOf = (gaps: Map<Kind, number>) =>
  `longest gaps: ${[...gaps].map(([kind, ms]) => `${kind} ${seconds(ms)}`).join(', ')}`

/** What `npm run verify` would print. */
export async function findingsOf(cluster: Cluster, databaseUrl: string): Promise<string[]> {
  const verdicts = await verifyInstallation({
    databaseUrl,
    appSecret: cluster.appSecret,
    dataDir: cluster.folder,
    objectStore: cluster.store.settings,
  })
  return verdicts.flatMap(({ subject, findings }) =>
    findings.map((finding) => `${subject}: ${finding}`),
  )
}

function errorsOf(askings: Asking[]): string {
  const bad = askings.filter(({ isGood }) => !isGood)
  if (bad.length === 0) return `0 of ${askings.length}`
  const answers = [...Map.groupBy(bad, ({ answer }) => answer)].map(
    ([answer, same]) => `${same.length} × ${answer}`,
  )
  return `${bad.length} of ${askings.length}: ${answers.slice(0, 4).join(', ')}`
}
