import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addressOfSender } from './fuzz.ts'

/** What a scanner was answered; `faults` are the answers of 500 and above. */
export type Counted = {
  requests: number
  paths: Set<string>
  limited: number
  ledToSignIn: number
  faults: string[]
}

/**
 * Runs `work` with an address that passes everything on to the product, each request as of its own sender, so that
 * limits for one address do not end the scan, and counts what is answered. Signing out is not passed on: the rest of the
 * scan would be a guest's.
 */
export async function throughCounter<Result>(
  address: string,
  work: (address: string, counted: Counted) => Promise<Result>,
): Promise<Result> {
  const counted: Counted = { requests: 0, paths: new Set(), limited: 0, ledToSignIn: 0, faults: [] }
  const { hostname, port } = new URL(address)
  const server = createServer((incoming, answer) => {
    const { method, url: path } = incoming
    if (path?.startsWith('/logout')) return void answer.writeHead(404).end()
    counted.requests += 1
    counted.paths.add(path?.split('?')[0] ?? '')
    const headers = { ...incoming.headers, 'x-forwarded-for': addressOfSender(counted.requests) }
    const passed = request({ hostname, port, method, path, headers }, (heard) => {
      const status = heard.statusCode ?? 0
      if (status === 429) counted.limited += 1
      if (heard.headers.location?.startsWith('/login')) counted.ledToSignIn += 1
      if (status >= 500) counted.faults.push(`${method} ${path?.slice(0, 300)}: ${status}`)
      answer.writeHead(status, heard.headers)
      heard.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, counted)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
