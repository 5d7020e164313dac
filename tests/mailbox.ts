import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** An email as it arrived over SMTP. */
export type Arrived = { to: string[]; source: string }

/** What a server answers instead of its yes: `450 try again later`. */
function refusalOf(answer: string) {
  const [, code, words = answer] = /^(\d{3}) (.*)$/.exec(answer) ?? []
  return Object.assign(new Error(words), { responseCode: Number(code ?? 450) })
}

/** A real SMTP server that keeps what it gets, or refuses the recipient, or the whole message, when told to. */
export async function openMailbox() {
  const arrived: Arrived[] = []
  let refusal: string | null = null
  let refusalOfMessage: string | null = null
  const waiting: (() => void)[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      const answer = () => done(refusal === null ? null : refusalOf(refusal))
      if (/waits/.test(address)) waiting.push(answer)
      else answer()
    },
    onData: async (stream, session, done) => {
      const chunks: Buffer[] | null = await stream.toArray().catch(() => null)
      // Who hung up in the middle of the message hears no answer.
      if (!chunks) return
      const source = Buffer.concat(chunks).toString('utf8')
      if (refusalOfMessage !== null) return done(refusalOf(refusalOfMessage))
      arrived.push({ to: session.envelope.rcptTo.map((recipient) => recipient.address), source })
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
    refuseMessage: (reason: string | null) => {
      refusalOfMessage = reason
    },
    /** Those to whom no answer was given yet, as to everyone with `waits` in their address; then they are answered. */
    waiting,
    answer: () => {
      for (const answer of waiting.splice(0)) answer()
    },
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}

/** How a server is broken: it never says a word, never ends its answer, or hangs up while it is given the email. */
export type Breakage = 'silent' | 'dripping' | 'hanging-up'

/** A mail server that is broken, on its own socket. */
export async function openBrokenServer(breakage: Breakage) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    if (breakage === 'silent') return
    socket.write('220 mail.example.com ESMTP\r\n')
    let inMessage = false
    socket.on('data', (chunk) => {
      if (inMessage) return socket.destroy()
      const command = chunk.toString().slice(0, 4).toUpperCase()
      inMessage = command === 'DATA'
      if (inMessage && breakage === 'dripping') return drip(socket)
      socket.write(inMessage ? '354 go on\r\n' : '250 fine\r\n')
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}

/** A line to a mail server that can be cut: anyone who calls is hung up on, until it is fixed. */
export async function openLine(url: string) {
  let isCut = false
  let calls = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    calls += 1
    sockets.add(socket.on('error', () => socket.destroy()))
    if (isCut) socket.destroy()
    else
      socket
        .pipe(connect(Number(new URL(url).port), '127.0.0.1').on('error', () => socket.destroy()))
        .pipe(socket)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    cut: () => {
      isCut = true
    },
    restore: () => {
      isCut = false
    },
    /** How often someone called, also while it was cut. */
    calls: () => calls,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}

/** Says something just often enough never to be silent. */
function drip(socket: Socket) {
  const timer = setInterval(() => socket.write('354-a moment\r\n'), 50)
  socket.on('close', () => clearInterval(timer))
}

/** The readable text of a quoted-printable email. */
export function textOf({ source }: Arrived): string {
  return source
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
