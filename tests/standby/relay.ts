import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A server's socket behind a port of this machine, which can go dark: packets are lost, and nothing is refused or closed. */
export type Relay = {
  port: number
  goDark: () => void
  /** New connections are forwarded again; those from before stay dark. */
  heal: () => void
  /** Connections from before that the product has not closed yet. */
  left: () => number
  close: () => Promise<void>
}

type Pair = { client: Socket; upstream: Socket | null }

export async function relayTo(socket: string): Promise<Relay> {
  const pairs = new Set<Pair>()
  const dark = new Set<Pair>()
  let isDark = false
  const server = createServer((client) => {
    const pair: Pair = { client, upstream: isDark ? null : connect(socket) }
    pairs.add(pair)
    if (isDark) dark.add(pair)
    for (const end of [client, pair.upstream]) end?.on('error', () => undefined)
    client.on('close', () => {
      pairs.delete(pair)
      dark.delete(pair)
      pair.upstream?.destroy()
    })
    if (!pair.upstream) {
      watch(client)
      return
    }
    client.pipe(pair.upstream).pipe(client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    goDark: () => {
      isDark = true
      for (const pair of pairs) {
        pair.client.unpipe()
        pair.upstream?.unpipe()
        pair.upstream?.pause()
        watch(pair.client)
        dark.add(pair)
      }
    },
    heal: () => {
      isDark = false
    },
    left: () => dark.size,
    close: async () => {
      for (const { client, upstream } of pairs) for (const end of [client, upstream]) end?.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Reads and drops what arrives, because a socket that is not read does not notice that it was closed. */
function watch(client: Socket): void {
  client.on('data', () => undefined)
  client.resume()
}
