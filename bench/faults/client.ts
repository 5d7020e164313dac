import { Agent, request } from 'node:http'

/** What is asked of the product. */
export type ClientRequest = {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
}
/** What was answered; the status 0 is no whole answer, and then `why` says what happened. */
export type Heard = { status: number; why: string; cookies: string[]; body: Buffer }

const patienceMs = 12_000

/** Someone who uses the product over lines that are kept open, and gives up after twelve seconds. */
export class Client {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 })
  readonly #origin: URL

  constructor(origin: string) {
    this.#origin = new URL(origin)
  }

  get origin(): string {
    return this.#origin.origin
  }

  ask({ method = 'GET', path, headers = {}, body }: ClientRequest): Promise<Heard> {
    const { hostname, port, origin } = this.#origin
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const all = { origin, ...length, ...headers }
    return new Promise((heard) => {
      const nothing = (why: string) => heard({ status: 0, why, cookies: [], body: Buffer.alloc(0) })
      const asking = request(
        { hostname, port, method, path, headers: all, agent: this.#agent },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('error', (fault) => nothing(`broken off: ${fault.message}`))
          answer.on('end', () => {
            const { statusCode: status = 0, headers } = answer
            heard({
              status,
              why: '',
              cookies: headers['set-cookie'] ?? [],
              body: Buffer.concat(chunks),
            })
          })
        },
      )
      const late = setTimeout(() => asking.destroy(new Error('no answer in 12 s')), patienceMs)
      asking.on('error', (fault) => nothing(fault.message)).on('close', () => clearTimeout(late))
      asking.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
