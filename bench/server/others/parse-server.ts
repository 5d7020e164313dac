import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { ProductStart } from './compared-products.ts'

// Parse Server on its own database, whose classes it makes itself: investments with pointers to an investor and a
// project, and an index in the order of the list. Everyone may read them, so that no sign-in and no role is looked up.
// Its log is silent. Started by compare.ts.

type Parse = { start: () => Promise<unknown>; app: RequestListener }

const everybody = { '*': true }
const mayRead = { find: everybody, get: everybody, count: everybody }
const text = { type: 'String' }
const pointer = (targetClass: string) => ({ type: 'Pointer', targetClass })
const number = { type: 'Number' }
const day = { type: 'Date' }

const definitions = [
  { className: 'Investor', fields: { fullName: text }, classLevelPermissions: mayRead },
  { className: 'Project', fields: { name: text }, classLevelPermissions: mayRead },
  {
    className: 'Investment',
    fields: {
      ...{
        investor: pointer('Investor'),
        project: pointer('Project'),
        amount: number,
        received: number,
      },
      status: text,
      investedOn: day,
      nextPaymentOn: day,
      archivedAt: day,
    },
    indexes: { newest: { investedOn: 1, objectId: 1 } },
    classLevelPermissions: mayRead,
  },
]

process.once(
  'message',
  async ({ folder, databaseUrl, applicationId }: ProductStart & { applicationId: string }) => {
    const { ParseServer } = createRequire(join(folder, 'package.json'))('parse-server') as {
      ParseServer: new (options: object) => Parse
    }
    const url = new URL(databaseUrl)
    const server = createServer()
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const place = server.address() as AddressInfo
    const parse = new ParseServer({
      appId: applicationId,
      masterKey: randomUUID(),
      serverURL: `http://127.0.0.1:${place.port}`,
      databaseURI: databaseUrl,
      // Its reading of the address knows no sockets.
      databaseOptions: {
        host: url.searchParams.get('host'),
        port: Number(url.searchParams.get('port')),
        max: 10,
      },
      schema: { definitions, keepUnknownIndexes: true, lockSchemas: true },
      silent: true,
      logsFolder: null,
      verifyServerUrl: false,
    })
    await parse.start()
    server.on('request', parse.app)
    process.send?.(place)
  },
)
process.send?.('ready')
