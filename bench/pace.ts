import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { answerTime } from './answer-time.ts'
import { isSmallest } from './scale.ts'

/**
 * How slow the machine is during a run, from a fixed piece of work that is measured between the rest: a bare server answers
 * a request for which it builds and reads two hundred kilobytes of JSON. A busy machine delays it as it delays the product.
 */

/** The median on the reference machine (two cores, Debian 12, nothing else running), in ms. */
const referenceMs = 2.2
const rows = 1_500
const load = { warmUp: 10, rounds: 15 }

/** Budgets in ms are written for the reference machine. */
export class Pace {
  readonly #times: number[]

  /** `times` are medians that were measured before. */
  constructor(times: number[] = []) {
    this.#times = [...times]
  }

  /** To be called several times in a run, next to what is measured. Takes about a tenth of a second. */
  async sample(): Promise<void> {
    const worker = new Worker(new URL(import.meta.url))
    try {
      const port = await new Promise<number>((listening, failed) => {
        worker.once('message', listening).once('error', failed)
      })
      this.#times.push((await answerTime(`http://127.0.0.1:${port}/`, '', load)).half)
    } finally {
      await worker.terminate()
    }
  }

  get #median(): number {
    const sorted = this.#times.toSorted((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? referenceMs
  }

  /** How many times as long everything takes here. A faster machine makes no budget stricter. */
  get factor(): number {
    return Math.max(1, this.#median / referenceMs)
  }

  /** What a budget written for the reference machine allows here. At the smallest scale no time is judged. */
  allowed(budget: number): number {
    return isSmallest ? Number.POSITIVE_INFINITY : budget * this.factor
  }

  /** One line for the results. */
  get summary(): string {
    const times = `${this.#median.toFixed(1)} ms, ${referenceMs} ms on the reference machine`
    return `The fixed piece of work took ${times}: budgets in ms apply times ${this.factor.toFixed(2)}.`
  }
}

/** The same work for every request: no input, so that nothing but the machine changes its time. */
function fixedWork(): string {
  const list = Array.from({ length: rows }, (_, row) => ({
    ...{
      id: row,
      name: `Row ${row * 7919}`,
      amount: (row * 48_271) % 1_000_003,
      words: ['one', 'two', `${row}`],
    },
  }))
  const read = JSON.parse(JSON.stringify(list)) as typeof list
  return JSON.stringify(
    read.toSorted(
      (left, right) => left.amount - right.amount || left.name.localeCompare(right.name),
    ),
  )
}

if (!isMainThread) {
  const server = createServer((_, response) => response.end(fixedWork()))
  server.listen(0, '127.0.0.1', () =>
    parentPort?.postMessage((server.address() as AddressInfo).port),
  )
}
