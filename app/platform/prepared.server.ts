import { createHash } from 'node:crypto'
import pg from 'pg'

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

/**
 * A connection that has PostgreSQL parse and plan each statement with parameters once and not each time: a page of the
 * portal asks some thirty short questions, and planning them took longer than answering. The row policies of the role it
 * runs as are part of the plan; PostgreSQL plans anew when the role is another one.
 */
export class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares eight forms of this, and only the one that is used here differs.
  override query(...given: any[]): any {
    const [text, values, ...others] = given
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
    const query = super.query as (...all: unknown[]) => unknown
    return name ? query.call(this, { name, text, values }, ...others) : query.apply(this, given)
  }
}
