import nodemailer from 'nodemailer'
import { config } from '../config.server.ts'

export type Sender = { name: string; address: string }

/** Text and HTML have the same content. `replyTo` receives replies. */
export type Mail = {
  from: Sender
  to: string
  replyTo?: string
  subject: string
  html: string
  text: string
  messageId: string
  /** Inline images by content id. */
  attachments?: { cid: string; filename: string; content: Buffer }[]
}

/** The sender of MAIL_FROM, with the company's name where it is only an address. */
export function mailSender(company: string, mailFrom: string = config.mailFrom): Sender {
  const [, name = '', address = mailFrom] = /^(.*)<([^<>]+)>$/.exec(mailFrom) ?? []
  return { name: name.trim().replace(/^"(.*)"$/, '$1') || company, address }
}

export type TransportName = 'main' | 'second' | 'terminal'

/** Throws when not accepted, so that the worker retries. `isThere` returns within three seconds, never throws. */
export type MailTransport = {
  name: TransportName
  send: (mail: Mail) => Promise<void>
  isThere: () => Promise<boolean>
}

/** The recipient is refused permanently, so retrying is pointless. */
export class AddressRefused extends Error {}

/** The server did not respond or is unavailable, so other emails would fail too. */
export class ServerUnavailable extends Error {}

/** SMTP_URL, then SMTP_FALLBACK_URL. Without them a demo prints messages; other installations queue them. */
export function mailTransports(demo: boolean): MailTransport[] {
  const { smtpUrl, smtpFallbackUrl } = config
  if (!smtpUrl) return demo ? [terminal] : []
  const main = smtpTransport(smtpUrl)
  return smtpFallbackUrl ? [main, smtpTransport(smtpFallbackUrl, 'second')] : [main]
}

/** Milliseconds for each step; `altogether` limits a slow server in total. */
const defaultTimeouts = {
  connection: 10_000,
  greeting: 10_000,
  silence: 20_000,
  altogether: 60_000,
}

const verifyTimeoutMs = 3_000

/**
 * An SMTP transport. `send` throws when the server refuses or does not respond, with
 * `AddressRefused` for a permanently refused recipient. @internal
 */
export function smtpTransport(
  url: string,
  name: TransportName = 'main',
  timeouts: typeof defaultTimeouts = defaultTimeouts,
): MailTransport {
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.silence,
  })
  return {
    name,
    send: async ({ messageId, ...mail }) => {
      const sent = transport.sendMail({
        messageId: `<${messageId}@${new URL(config.origin).hostname}>`,
        ...mail,
      })
      try {
        await within(timeouts.altogether, sent)
      } catch (fault) {
        throw named(fault)
      }
    },
    isThere: () => within(verifyTimeoutMs, transport.verify()).catch(() => false),
  }
}

function named(fault: unknown): Error {
  if (isAddressRefused(fault)) return new AddressRefused(answerOf(fault))
  const { responseCode = 421 } = fault as SmtpFault
  return responseCode === 421 ? new ServerUnavailable(answerOf(fault)) : new Error(answerOf(fault))
}

async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The server took too long.')), milliseconds)
  try {
    return await Promise.race([work, tooLong])
  } finally {
    clearTimeout(timer)
  }
}

type SmtpFault = { code?: string; command?: string; responseCode?: number; response?: string }

/** A 5xx response to RCPT TO or, from servers that check late, to DATA. 5.7 and 530 are about the sender. */
function isAddressRefused(fault: unknown): boolean {
  const { code, command, responseCode = 0, response = '' } = fault as SmtpFault
  if (code === 'EMESSAGE') return saysMailbox(responseCode, response)
  if (code !== 'EENVELOPE') return false
  if (command === 'API') return fault instanceof Error && /recipient/.test(fault.message)
  if (command !== 'RCPT TO') return false
  return responseCode >= 500 && responseCode !== 530 && !/^\d{3}[ -]5\.7\./.test(response)
}

/** The response to DATA says that the mailbox does not exist. */
function saysMailbox(responseCode: number, response: string): boolean {
  const [, subject] = /^\d{3}[ -]5\.(\d+)\./.exec(response) ?? []
  if (subject !== undefined) return subject === '1' || subject === '2'
  return [550, 551, 553].includes(responseCode)
}

/** The server's response, else the connection error. */
function answerOf(fault: unknown): string {
  const { response } = fault as SmtpFault
  return response ?? (fault instanceof Error ? fault.message : String(fault))
}

const terminal: MailTransport = {
  name: 'terminal',
  send: async ({ to, subject, text }) => {
    const rule = '─'.repeat(72)
    process.stdout.write(`\n${rule}\nEmail to ${to}\n${subject}\n\n${text}\n${rule}\n\n`)
  },
  isThere: async () => true,
}
