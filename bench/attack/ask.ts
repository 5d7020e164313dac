import { Agent, request } from 'node:http'

/** A request to the attacked product, with headers that `fetch` would not send. */
export type AttackRequest = {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
}
export type Heard = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
  ms: number
}

const lines = new Agent({ keepAlive: true, maxSockets: 8 })
const longestWait = 30_000

/** Asks and reads the whole answer, of an event stream only its head. No answer at all has the status 0. */
export function ask(address: string, sent: AttackRequest): Promise<Heard> {
  const { method, path, headers = {}, body } = sent
  const began = performance.now()
  const { hostname, port } = new URL(address)
  return new Promise((heard) => {
    const end = (status: number, got: Heard['headers'], text: string) =>
      heard({ status, headers: got, body: text, ms: performance.now() - began })
    const length =
      method === 'POST' ? { 'content-length': String(Buffer.byteLength(body ?? '')) } : {}
    const options = {
      hostname,
      port,
      method,
      path,
      agent: lines,
      timeout: longestWait,
      headers: { ...length, ...headers },
    }
    const asking = request(options, (answer) => {
      const chunks: Buffer[] = []
      const whole = () =>
        end(answer.statusCode ?? 0, answer.headers, Buffer.concat(chunks).toString())
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', whole)
      answer.on('error', (fault) => end(0, {}, `broken off: ${fault.message}`))
      if (answer.headers['content-type'] === 'text/event-stream') {
        whole()
        asking.destroy()
      }
    })
    asking.on('timeout', () => asking.destroy(new Error('no answer in 30 s')))
    asking.on('error', (fault: NodeJS.ErrnoException) => {
      // The product closed a kept line just as it was used again: a browser asks once more, too.
      if (asking.reusedSocket && fault.code === 'ECONNRESET') heard(ask(address, sent))
      else end(0, {}, fault.message)
    })
    asking.end(body)
  })
}
