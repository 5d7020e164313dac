import { RouterContextProvider } from 'react-router'
import { loader as officeStream } from '../app/office/live/route.ts'
import { visitorContext } from '../app/platform/session/session.server.ts'
import { loader as portalStream } from '../app/portal/live/route.ts'
import type { Topic } from '../app/values/event.ts'
import { asSuperuser } from './database.ts'

/** An open stream as a browser reads it: all that came so far. */
export async function openStream(
  path: '/investment-dashboard/live' | '/admin-dashboard/live',
  cookie: string,
  search = '',
  headers: Record<string, string> = {},
) {
  const gone = new AbortController()
  const request = new Request(`http://127.0.0.1${path}${search}`, {
    headers: { cookie, ...headers },
    signal: gone.signal,
  })
  const context = new RouterContextProvider()
  context.set(visitorContext, {
    request,
    clientAddress: '10.0.0.1',
    requestId: 'test',
    nonce: undefined,
  })
  const load = path.startsWith('/admin') ? officeStream : portalStream
  const response = await load({ context } as unknown as Parameters<typeof officeStream>[0] &
    Parameters<typeof portalStream>[0])
  const stream = { response, text: '', closed: false, leave: () => gone.abort() }
  const read = async () => {
    for await (const chunk of response.body ?? []) stream.text += Buffer.from(chunk).toString()
    stream.closed = true
  }
  void read()
  return stream
}

export const changed = /id: \d+\nevent: changed\ndata: (\d+)\n\n/g
export const notify = (...topics: Topic[]) =>
  asSuperuser(async (client) => {
    for (const topic of topics) await client.query("select pg_notify('msingi', $1)", [topic])
  })
/** By then a notification has come through. */
export const settled = () => new Promise((done) => setTimeout(done, 150))
