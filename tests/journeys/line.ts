import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** A connection to a program that can break in the middle of what a browser sends, as a mobile one does. */
export type Line = {
  origin: string
  /** Breaks, and stays broken, once so many more bytes have been sent. */
  breakAfter: (bytes: number) => void
  /** Carries nothing more in either direction, and stays open. */
  hang: () => void
  /** Lets every answer wait for so many milliseconds. */
  slow: (ms: number) => void
  restore: () => void
  close: () => void
}

export async function aLineTo(origin: string): Promise<Line> {
  const { hostname, port } = new URL(origin)
  const ends = new Set<Socket>()
  let isHanging = false
  let delay = 0
  let left = Number.POSITIVE_INFINITY
  const tear = () => {
    for (const end of ends) end.destroy()
  }
  const keep = (end: Socket) => {
    ends.add(end)
    end.on('error', () => end.destroy())
    end.on('close', () => ends.delete(end))
  }
  const server = createServer((browser) => {
    keep(browser)
    if (left < 0) {
      browser.destroy()
      return
    }
    if (isHanging) {
      browser.pause()
      return
    }
    const program = connect(Number(port), hostname)
    keep(program)
    browser.on('data', (sent) => {
      left -= sent.length
      if (left < 0) tear()
    })
    const late = new Transform({
      transform: (chunk, _, done) => void setTimeout(() => done(null, chunk), delay),
    })
    browser.pipe(program).pipe(late).pipe(browser)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    breakAfter: (bytes) => {
      left = bytes
    },
    hang: () => {
      isHanging = true
      for (const end of ends) end.unpipe().pause()
    },
    slow: (ms) => {
      delay = ms
    },
    restore: () => {
      if (isHanging) tear()
      isHanging = false
      left = Number.POSITIVE_INFINITY
    },
    close: () => {
      tear()
      server.close()
    },
  }
}
