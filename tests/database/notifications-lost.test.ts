import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { refuseUnwritable } from '../../server/postgres/named-database.ts'

const server = new URL(process.env.DATABASE_URL ?? '')
const notificationResponse = 'A'.charCodeAt(0)

/** Passes on whole messages of the server, each a letter and its length, but for those that `isLost` names. */
function passMessages(
  from: Socket,
  to: Socket,
  isLost: (kind: number | undefined) => boolean,
): void {
  let rest = Buffer.alloc(0)
  from.on('data', (bytes) => {
    rest = Buffer.concat([rest, Buffer.from(bytes)])
    while (rest.length >= 5 && rest.length >= 1 + rest.readInt32BE(1)) {
      const end = 1 + rest.readInt32BE(1)
      if (!isLost(rest[0])) to.write(rest.subarray(0, end))
      rest = rest.subarray(end)
    }
  })
  from.on('end', () => to.end())
}

/** The database behind a port, as a pooler in transaction mode shows it: notifications reach no client. */
async function poolerUrl(isLost: (kind: number | undefined) => boolean): Promise<string> {
  const pooler = createServer((client) => {
    const upstream = connect(
      `${server.searchParams.get('host')}/.s.PGSQL.${server.searchParams.get('port')}`,
    )
    client.pipe(upstream)
    passMessages(upstream, client, isLost)
    for (const socket of [client, upstream]) socket.on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  onTestFinished(() => void pooler.close())
  const { username, password } = server
  const { port } = pooler.address() as AddressInfo
  return `postgresql://${username}:${password}@127.0.0.1:${port}${server.pathname}`
}

test('LIM-415 an address behind which notifications are lost is refused with a sentence', async () => {
  const url = await poolerUrl((kind) => kind === notificationResponse)
  await expect(refuseUnwritable(url)).rejects.toThrow(
    'DATABASE_URL: notifications do not arrive, as behind a connection pooler in transaction mode. ' +
      'Set it to session mode (PgBouncer: pool_mode = session), or name PostgreSQL itself.',
  )
})

test('LIM-415 one that passes them on is not', async () => {
  await refuseUnwritable(await poolerUrl(() => false))
})
