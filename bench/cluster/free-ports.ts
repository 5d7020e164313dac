import { createServer, type Server } from 'node:net'

/** Ports that no one listens on now; all are held until the last is found, so that they differ. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer()
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
      return server
    }),
  )
  const ports = servers.map((server) => portOf(server))
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))))
  return ports
}

function portOf(server: Server): number {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('a port was expected')
  return address.port
}
