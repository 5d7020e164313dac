import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import type pg from 'pg'
import { WatchedClient } from './slow-queries.server.ts'

/** What pg keeps of its connection and does not declare. */
type Connected = { connection: { stream: Writable } }

/**
 * A connection on which questions asked side by side are sent at once and answered one after the other (pg's pipeline mode):
 * on a page that asks thirty short questions, waiting for each answer before the next question was the dearest part. What
 * one turn of the event loop asks leaves as one packet.
 */
export class PipeliningClient extends WatchedClient {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, pipeline: true } as pg.ClientConfig)
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg declares eight forms of this, and they are passed on as they are.
  override query(...given: any[]): any {
    this.#gather()
    const query = super.query as (...all: unknown[]) => unknown
    return query.apply(this, given)
  }

  /** Node keeps what is written until the promises that are ready now have run, and then sends it together. */
  #gather() {
    const { stream } = (this as unknown as Connected).connection
    stream.cork()
    process.nextTick(() => stream.uncork())
  }
}

/** How many statements are told from one another; later ones are sent as they are, so that no connection fills up. */
const most = 500
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known ?? names.size >= most) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  names.set(text, name)
  return name
}

/** What only says how a transaction begins, goes on and ends is not prepared: it may be several statements. */
const isQuestion = (text: string, values: unknown[]) =>
  values.length > 0 || text.startsWith('select ')

/**
 * A connection that has PostgreSQL parse and plan each question, and whatever else has parameters, once and not each time: a
 * page of the portal asks some thirty short ones, and planning them took longer than answering. The row policies of the
 * role it runs as are part of the plan; PostgreSQL plans anew when the role is another one.
 */
export class PreparingClient extends PipeliningClient {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares eight forms of this, and only the one that is used here differs.
  override query(...given: any[]): any {
    const [text, values, ...others] = given
    const name =
      typeof text === 'string' &&
      Array.isArray(values) &&
      isQuestion(text, values) &&
      this.keeps(text)
        ? nameOf(text)
        : undefined
    return name ? super.query({ name, text, values }, ...others) : super.query(...given)
  }

  /** Whether the plan of this question may be kept. */
  protected keeps(_text: string): boolean {
    return true
  }
}

/**
 * The same for the office, but for what searches or skips: whether ten rows are found or a hundred thousand decides how,
 * so that PostgreSQL plans it each time. Of the others it finds out by itself whether one plan suits all values.
 */
export class OfficeClient extends PreparingClient {
  protected override keeps(text: string): boolean {
    return !/ like | @@ | offset /.test(text)
  }
}
