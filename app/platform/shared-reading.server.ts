import { AsyncLocalStorage } from 'node:async_hooks'
import { type ActorOf, type Identity, refuseInside, transact } from './database.server.ts'

/** An investor or an administrator, in their own name. */
type Who = Extract<Identity, { role: 'investor' | 'admin'; userId: string }>
type Work<I extends Who, Result> = (reader: ActorOf<I>) => Promise<Result>
/** Runs work inside of an open transaction, as its actor. */
type Within<I extends Who> = <Result>(work: Work<I, Result>) => Promise<Result>
/** A read-only transaction that is open, or about to be. `ended` rejects when it was not committed. */
type Open<I extends Who> = {
  who: I
  readers: number
  within: Promise<Within<I>>
  ended: Promise<void>
  end: () => void
}

/**
 * What the loaders of one request read as one person, in one transaction: a page and the frame around it ask at the same
 * moment, and three times a beginning, a role and a commit cost more than what was asked. It is open while one of them
 * still asks, and read-only. What one throws on purpose is its own. When the transaction itself failed, what everybody else
 * read is not trusted either: each asks again, alone, so that the fault ends with whoever caused it.
 */
export class SharedReading<I extends Who> {
  #open: Open<I> | null = null

  async read<Result>(who: I, work: Work<I, Result>): Promise<Result> {
    refuseInside()
    this.#open ??= this.#begin(who)
    const open = this.#open
    if (!isSame(open.who, who)) return transact(who, work, true)
    open.readers += 1
    const within = open.within.then((run) => run(work)).finally(() => this.#leave(open))
    const [read, ended] = await Promise.allSettled([within, open.ended])
    if (ended.status === 'rejected') return transact(who, work, true)
    if (read.status === 'rejected') throw read.reason
    return read.value
  }

  #begin(who: I): Open<I> {
    const { promise: within, resolve, reject } = Promise.withResolvers<Within<I>>()
    const { promise: nobodyReads, resolve: end } = Promise.withResolvers<void>()
    const ended = transact(
      who,
      (reader) => {
        const inside = AsyncLocalStorage.snapshot()
        resolve((work) => inside(work, reader))
        return nobodyReads
      },
      true,
    )
    ended.catch(reject)
    return { who, readers: 0, within, ended, end }
  }

  /** Whoever comes after the last has left begins another one. */
  #leave(open: Open<I>) {
    open.readers -= 1
    if (open.readers > 0) return
    if (this.#open === open) this.#open = null
    open.end()
  }
}

const investorOf = (who: Who) => ('investorId' in who ? who.investorId : null)

const isSame = (one: Who, other: Who) =>
  one.role === other.role &&
  one.userId === other.userId &&
  investorOf(one) === investorOf(other) &&
  one.clientAddress === other.clientAddress
