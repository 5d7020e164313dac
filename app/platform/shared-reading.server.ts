import { AsyncLocalStorage } from 'node:async_hooks'
import { type InvestorActor, type InvestorReader, refuseInside, transact } from './database.server.ts'

/** Runs work inside of an open transaction, as its actor. */
type Within = <Result>(work: (reader: InvestorReader) => Promise<Result>) => Promise<Result>
type Investor = Pick<InvestorActor, 'role' | 'userId' | 'investorId'> & { clientAddress?: string | undefined }
/** A read-only transaction that is open, or about to be. `ended` rejects when it was not committed. */
type Open = { investor: Investor; readers: number; within: Promise<Within>; ended: Promise<void>; end: () => void }

/**
 * What the loaders of one request read as one investor, in one transaction: a page and the frame around it ask at the same
 * moment, and three times a beginning, a role and a commit cost more than what was asked. It is open while one of them
 * still asks, and read-only. What one throws on purpose is its own. When the transaction itself failed, what everybody else
 * read is not trusted either: each asks again, alone, so that the fault ends with whoever caused it.
 */
export class SharedReading {
  #open: Open | null = null

  async read<Result>(investor: Investor, work: (reader: InvestorReader) => Promise<Result>): Promise<Result> {
    refuseInside()
    this.#open ??= this.#begin(investor)
    const open = this.#open
    if (!isSame(open.investor, investor)) return transact(investor, work, true)
    open.readers += 1
    const within = open.within.then((run) => run(work)).finally(() => this.#leave(open))
    const [read, ended] = await Promise.allSettled([within, open.ended])
    if (ended.status === 'rejected') return transact(investor, work, true)
    if (read.status === 'rejected') throw read.reason
    return read.value
  }

  #begin(investor: Investor): Open {
    const { promise: within, resolve, reject } = Promise.withResolvers<Within>()
    const { promise: nobodyReads, resolve: end } = Promise.withResolvers<void>()
    const ended = transact(
      investor,
      (reader) => {
        const inside = AsyncLocalStorage.snapshot()
        resolve((work) => inside(work, reader))
        return nobodyReads
      },
      true,
    )
    ended.catch(reject)
    return { investor, readers: 0, within, ended, end }
  }

  /** Whoever comes after the last has left begins another one. */
  #leave(open: Open) {
    open.readers -= 1
    if (open.readers > 0) return
    if (this.#open === open) this.#open = null
    open.end()
  }
}

const isSame = (one: Investor, other: Investor) =>
  one.userId === other.userId && one.investorId === other.investorId && one.clientAddress === other.clientAddress
