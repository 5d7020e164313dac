import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../cluster/postgres.ts'
import { scaled } from '../scale.ts'
import { balanceOf } from './audit.ts'
import { type Asking, kinds } from './books.ts'
import type { Fault, FaultReport, Stage } from './stage.ts'

const goalMs = 10_000
/** As many good answers of a kind in a row mean that it is there again. */
const inARow = 3
const quietMs = scaled(2_000, 500)
const watchedMs = scaled(8_000, 1_000)
const longestWatchedMs = 40_000
const longestMailMs = 45_000

/** A line of the table, and why a goal was missed. */
export type Row = {
  fault: string
  cause: string
  errors: string
  recovered: string
  mail: string
  lost: number
  doubled: number
  repeated: number
  note: string
  missed: string[]
}

/** Lets the fault happen under the load, watches until all kinds of requests are answered again, and strikes the balance. */
export async function measure(fault: Fault, stage: Stage): Promise<Row> {
  const { books } = stage.load
  await sleep(quietMs)
  const repeatedBefore = (await balanceOf(stage)).repeated
  const began = performance.now()
  const report = await fault.cause(stage)
  const ended = performance.now()
  const waiting = report.notRun ? [] : await mailsThatWait(stage)
  let recovery = recoveryOf(books.askings, ended)
  while (performance.now() - ended < (recovery === null ? longestWatchedMs : watchedMs)) {
    if (report.notRun) break
    await sleep(250)
    recovery = recoveryOf(books.askings, ended)
  }
  const askings = books.askings.filter((asking) => asking.ended >= began)
  const mailMs = await untilArrived(stage, waiting, ended)
  await untilNothingIsOpen(stage)
  const balance = await balanceOf(stage)
  const missed = [
    ...missedBy({ fault, told: report, askings, recovery, mailMs, balance }),
    ...(await leftBy(fault)),
  ]
  return {
    fault: fault.name,
    cause: report.notRun ? '' : seconds(ended - began),
    errors: errorsOf(askings),
    recovered: report.notRun ? '' : recovery === null ? 'never' : seconds(recovery),
    mail: report.notRun ? '' : mailMs === null ? 'never' : seconds(mailMs),
    lost: balance.lost,
    doubled: balance.doubled,
    repeated: balance.repeated - repeatedBefore,
    note: report.notRun
      ? `not run: ${report.notRun}`
      : [report.note, ...balance.notes, ...missed].filter(Boolean).join('; '),
    missed,
  }
}

type Judged = {
  fault: Fault
  told: FaultReport
  askings: Asking[]
  recovery: number | null
  mailMs: number | null
  balance: { lost: number; doubled: number }
}

async function leftBy({ check }: Fault): Promise<string[]> {
  const left = await check?.()
  return left ? [left] : []
}

function missedBy({ fault, told, askings, recovery, mailMs, balance }: Judged): string[] {
  const isLate = (ms: number | null) => ms === null || ms > goalMs
  return [
    ...(balance.lost + balance.doubled > 0 ? ['something was lost or doubled'] : []),
    ...(!told.notRun && isLate(recovery) ? ['recovered late'] : []),
    ...(!told.notRun && isLate(mailMs) ? ['mail late'] : []),
    ...(fault.failsNothing && askings.some(({ isGood }) => !isGood) ? ['requests failed'] : []),
    ...(told.missed ? [told.missed] : []),
  ]
}

/**
 * How long after the cause had ended every kind of request was answered well again: the first good answer of the first
 * three in a row, asked after the last bad one. Null when a kind is not there yet.
 */
function recoveryOf(askings: Asking[], ended: number): number | null {
  const times = kinds.map((kind) => {
    const after = askings.filter((asking) => asking.kind === kind && asking.began >= ended)
    const sorted = after.toSorted((a, b) => a.began - b.began)
    const good = sorted.slice(sorted.findLastIndex(({ isGood }) => !isGood) + 1)
    const [first] = good
    if (!first || good.length < inARow) return null
    // With no bad answer at all the kind never was away.
    return good.length === sorted.length ? 0 : first.ended - ended
  })
  return times.includes(null) ? null : Math.max(...times.map((time) => time ?? 0))
}

const waitingMails = `select o.id::text from app.outbox o where o.state = 'queued'`

async function mailsThatWait({ cluster }: Stage): Promise<string[]> {
  return ask(cluster.databaseUrl, async (database) => {
    const { rows } = await database.query<{ id: string }>(waitingMails)
    return rows.map(({ id }) => id)
  }).catch(() => [])
}

/** How long after the cause had ended the last of these emails arrived; null when one did not. */
async function untilArrived({ mail }: Stage, ids: string[], ended: number): Promise<number | null> {
  const began = performance.now()
  const firstOf = (id: string) => mail.letters().find((letter) => letter.id === id)?.at
  while (performance.now() - began < longestMailMs) {
    const times = ids.map(firstOf)
    if (!times.includes(undefined)) return Math.max(0, ...times.map((at) => (at ?? 0) - ended))
    await sleep(100)
  }
  return null
}

async function untilNothingIsOpen({ load }: Stage): Promise<void> {
  const began = performance.now()
  while (load.books.open > 3 && performance.now() - began < goalMs) await sleep(50)
}

/** How many requests were not answered well, of each kind, with what they were answered. */
function errorsOf(askings: Asking[]): string {
  const bad = askings.filter(({ isGood }) => !isGood)
  if (bad.length === 0) return `0 of ${askings.length}`
  const answers = [...Map.groupBy(bad, ({ answer }) => answer)].map(
    ([answer, same]) => `${same.length} × ${answer}`,
  )
  return `${bad.length} of ${askings.length}: ${answers.slice(0, 4).join(', ')}`
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
