import { connect, type Socket } from 'node:net'

/** One open stream as a phone holds it: when it was notified of changes, and over how many ms it was asked to spread its reading. */
export type OpenStream = {
  cookie: string
  told: { at: number; spreadMs: number }[]
  hear: () => void
  socket: Socket
}

const path = '/investment-dashboard/live'
const openedAtOnce = 32

/** Opens one stream for each cookie, a few at a time, and answers when every one of them has begun. */
export async function openStreams(address: string, cookies: string[]): Promise<OpenStream[]> {
  const left = cookies.values()
  const open: OpenStream[] = []
  const openNext = async () => {
    for (const cookie of left) open.push(await openStream(address, cookie))
  }
  await Promise.all(Array.from({ length: openedAtOnce }, openNext))
  return open
}

/** A bare socket, so that thousands of them cost the measuring process little. */
function openStream(address: string, cookie: string): Promise<OpenStream> {
  const { hostname, port, host } = new URL(address)
  return new Promise((opened, failed) => {
    const socket = connect(Number(port), hostname)
    const stream: OpenStream = { cookie, told: [], hear: () => undefined, socket }
    let text = ''
    socket.setEncoding('latin1')
    socket.once('error', failed)
    socket.once('connect', () =>
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\nCookie: ${cookie}\r\n\r\n`,
      ),
    )
    socket.on('data', (chunk: string) => {
      text += chunk
      if (!text.startsWith('HTTP/1.1 200') && text.includes('\r\n\r\n'))
        failed(new Error(text.slice(0, 100)))
      if (text.includes('retry: ')) opened(stream)
      const events = [...text.matchAll(/event: changed\ndata:(.*)\n\n/g)]
      for (const [, spread] of events) {
        stream.told.push({ at: performance.now(), spreadMs: Number(spread) })
        stream.hear()
      }
      text = text.slice(text.lastIndexOf('\n') + 1)
    })
  })
}

export function closeStreams(streams: OpenStream[]): void {
  for (const { socket } of streams) socket.destroy()
}
