import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail as it arrived over SMTP. */
export type Arrived = { to: string[]; source: string }

/** A real SMTP server that keeps what it gets, or refuses it when told to. */
export async function openMailbox() {
  const arrived: Arrived[] = []
  let refusal: string | null = null
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: (_address, _session, done) => done(refusal ? new Error(refusal) : null),
    onData: async (stream, session, done) => {
      const source = Buffer.concat(await stream.toArray()).toString('utf8')
      arrived.push({ to: session.envelope.rcptTo.map((one) => one.address), source })
      done()
    },
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    arrived,
    refuse: (reason: string | null) => {
      refusal = reason
    },
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}

/** The readable text of a quoted-printable mail. */
export function textOf({ source }: Arrived): string {
  return source
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
