import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { openMailbox } from '../../tests/mailbox.ts'

/**
 * What a mail server does: takes email, refuses the line, says nothing on it, hangs up in the middle of a message, or takes
 * the message and never says so.
 */
export type MailWeather = 'fine' | 'refusing' | 'hanging' | 'cutting' | 'unsaid'

/** An email that arrived: its Message-ID without the brackets and the host, and when its last byte came. */
export type Letter = { id: string; at: number }

/** A mail server of this machine on one port, whatever its weather, and every letter it took. */
export type MailReceiver = {
  readonly url: string
  readonly letters: () => Letter[]
  /** What it does from now on; lines that are open are dropped. */
  become: (weather: MailWeather) => void
  /** Fulfilled when the next message was taken of which nothing is said ('unsaid'). */
  nextUnsaid: () => Promise<void>
  close: () => Promise<void>
}

/** Opens a real mail server behind a line that can be broken. */
export async function openMailReceiver(): Promise<MailReceiver> {
  const mailbox = await openMailbox()
  const inner = Number(new URL(mailbox.url).port)
  const sockets = new Set<Socket>()
  const times: number[] = []
  const waiting: (() => void)[] = []
  let weather: MailWeather = 'fine'
  const listener = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
    if (weather === 'refusing') socket.end('421 mail.example.com is not available\r\n')
    else if (weather !== 'hanging') passOn(socket)
  })

  function passOn(client: Socket): void {
    const server = connect(inner, '127.0.0.1')
    let inMessage = false
    server.on('error', () => client.destroy()).on('close', () => client.destroy())
    client.on('close', () => server.destroy())
    server.on('data', (chunk: Buffer) => {
      if (inMessage && weather === 'unsaid' && /^250/m.test(chunk.toString())) {
        for (const resolve of waiting.splice(0)) resolve()
        return
      }
      inMessage = /^354/m.test(chunk.toString())
      client.write(chunk)
    })
    client.on('data', (chunk: Buffer) => {
      if (inMessage && weather === 'cutting') client.destroy()
      else server.write(chunk)
    })
  }

  await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening))
  const letters = () =>
    mailbox.arrived.map(({ source }, index) => ({ id: messageIdOf(source), at: times[index] ?? 0 }))
  const clock = setInterval(() => {
    while (times.length < mailbox.arrived.length) times.push(performance.now())
  }, 20)
  return {
    url: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    letters,
    become: (next) => {
      weather = next
      for (const socket of sockets) socket.destroy()
    },
    nextUnsaid: () => new Promise((resolve) => waiting.push(resolve)),
    close: async () => {
      clearInterval(clock)
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => listener.close(closed))
      await mailbox.close()
    },
  }
}

const messageIdOf = (source: string) => /^Message-ID: <([^@>]+)@/im.exec(source)?.[1] ?? ''
