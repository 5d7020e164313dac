import { createServer } from 'node:http'
import pg from 'pg'
import { floorQueries } from './floor-queries.ts'

// The floor: what Node.js and PostgreSQL take when nothing else is there. Each path answers the rows of one prepared
// question as JSON, as the owner of the database; `/document` answers bytes from memory. Started by bench/server.ts, and told all it needs in
// a first message.

/** What the floor is told: where the database is, the values of its questions, and the bytes of the document. */
export type FloorSettings = {
  databaseUrl: string
  values: Record<string, unknown[]>
  document: string
  encoding: string
}

process.once('message', (settings: FloorSettings) => {
  const pool = new pg.Pool({ connectionString: settings.databaseUrl, max: 10 })
  const document = Buffer.from(settings.document, 'base64')
  const server = createServer((request, response) => {
    const name = (request.url ?? '/').slice(1)
    if (name === 'document') {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.setHeader('content-encoding', settings.encoding)
      response.end(document)
      return
    }
    const text = floorQueries[name]
    if (text === undefined) {
      response.writeHead(404).end()
      return
    }
    pool.query({ name, text, values: settings.values[name] ?? [] }).then(
      ({ rows }) => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(rows))
      },
      (fault: Error) => response.writeHead(500).end(fault.message),
    )
  })
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
})
process.send?.('ready')
