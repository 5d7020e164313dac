import { DatabaseClient } from '../../../config/database-client.ts'
import { beginStatement } from '../observability/traces.server.ts'
import { statementForLog } from './slow-queries.server.ts'

type Callback = (fault: unknown, ...results: unknown[]) => void
type Query = (...args: unknown[]) => unknown

/** A client whose statements are spans of what they belong to: with their text, without parameters and literals. */
export class TracedClient extends DatabaseClient {
  override query: typeof DatabaseClient.prototype.query = ((...args: unknown[]) => {
    const send = super.query as Query
    const text = textOf(args[0])
    const end = text === null ? null : beginStatement(statementForLog(text))
    if (!end) return send.apply(this, args)
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      const endFirst: Callback = (fault, ...results) => {
        end(fault)
        callback(fault, ...results)
      }
      return send.apply(this, [...args.slice(0, -1), endFirst])
    }
    const sent = send.apply(this, args) as Promise<unknown>
    sent.then(() => end(), end)
    return sent
  }) as typeof DatabaseClient.prototype.query
}

/** Null for streams and copies, which are sent by methods of their own. */
function textOf(query: unknown): string | null {
  if (typeof query === 'string') return query
  if (typeof query !== 'object' || query === null || 'submit' in query) return null
  return 'text' in query && typeof query.text === 'string' ? query.text : null
}
