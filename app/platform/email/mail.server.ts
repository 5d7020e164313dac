import nodemailer from 'nodemailer'
import { config } from '../config.server.ts'

/** Whom a mail is from, as its reader sees it. */
export type Sender = { name: string; address: string }

/** A message ready to go; its text says what its HTML says, links included. `replyTo` is whom an answer goes to. */
export type Mail = {
  from: Sender
  to: string
  replyTo?: string
  subject: string
  html: string
  text: string
  messageId: string
  /** Pictures that the HTML shows, by their content id. */
  attachments?: { cid: string; filename: string; content: Buffer }[]
}

/** The sender of MAIL_FROM; where that is an address alone, it has the name of the company. */
export function mailSender(company: string, mailFrom: string = config.mailFrom): Sender {
  const [, name = '', address = mailFrom] = /^(.*)<([^<>]+)>$/.exec(mailFrom) ?? []
  return { name: name.trim().replace(/^"(.*)"$/, '$1') || company, address }
}

/** Which one took a mail, as the outbox notes it. */
export type TransportName = 'main' | 'second' | 'terminal'

/**
 * Hands a message on. Throws when the other side did not take it, which makes the worker try again. `isThere` says within
 * three seconds whether the other side would listen now; it never throws.
 */
export type MailTransport = {
  name: TransportName
  send: (mail: Mail) => Promise<void>
  isThere: () => Promise<boolean>
}

/** The server took the message from nobody: its recipient is refused for good, so trying again is of no use. */
export class AddressRefused extends Error {}

/** The server gave no answer, hung up or said that it is not available: so it would be with any other mail now. */
export class ServerUnavailable extends Error {}

/**
 * In the order they are asked: SMTP_URL, then SMTP_FALLBACK_URL. Without them the demo prints the message to the terminal, which
 * is a working transport and no log; outside the demo there is none, and mail waits in the outbox.
 */
export function mailTransports(demo: boolean): MailTransport[] {
  const { smtpUrl, smtpFallbackUrl } = config
  if (!smtpUrl) return demo ? [terminal] : []
  const main = smtpTransport(smtpUrl)
  return smtpFallbackUrl ? [main, smtpTransport(smtpFallbackUrl, 'second')] : [main]
}

/** How long each step of handing a mail over may take, in milliseconds; `altogether` ends one that drips on and on. */
const defaultTimeouts = {
  connection: 10_000,
  greeting: 10_000,
  silence: 20_000,
  altogether: 60_000,
}

const verifyTimeoutMs = 3_000

/**
 * Hands mail to an SMTP server. A server that refuses, hangs or is gone makes `send` throw; `AddressRefused` when what it
 * refused for good is the recipient.
 * @internal
 */
export function smtpTransport(
  url: string,
  name: TransportName = 'main',
  patience: typeof defaultTimeouts = defaultTimeouts,
): MailTransport {
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: patience.connection,
    greetingTimeout: patience.greeting,
    socketTimeout: patience.silence,
  })
  return {
    name,
    send: async ({ messageId, ...mail }) => {
      const sent = transport.sendMail({
        messageId: `<${messageId}@${new URL(config.origin).hostname}>`,
        ...mail,
      })
      try {
        await within(patience.altogether, sent)
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

/**
 * A 5xx to RCPT TO, or an address that is none. Not 5.7 and not 530: those speak of the sender, who may not relay or has
 * not signed in, and that is for us to mend. Some servers look the mailbox up only once they have the message.
 */
function isAddressRefused(fault: unknown): boolean {
  const { code, command, responseCode = 0, response = '' } = fault as SmtpFault
  if (code === 'EMESSAGE') return saysMailbox(responseCode, response)
  if (code !== 'EENVELOPE') return false
  if (command === 'API') return fault instanceof Error && /recipient/.test(fault.message)
  if (command !== 'RCPT TO') return false
  return responseCode >= 500 && responseCode !== 530 && !/^\d{3}[ -]5\.7\./.test(response)
}

/** Of an answer to the message itself: its mailbox is not there, by the code, or by the longer one where there is one. */
function saysMailbox(responseCode: number, response: string): boolean {
  const [, subject] = /^\d{3}[ -]5\.(\d+)\./.exec(response) ?? []
  if (subject !== undefined) return subject === '1' || subject === '2'
  return [550, 551, 553].includes(responseCode)
}

/** What the server said, else what went wrong with the line. */
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
