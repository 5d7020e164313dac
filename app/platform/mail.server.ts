import nodemailer from 'nodemailer'
import { config } from './config.server.ts'

/** A message ready to go; its text says what its HTML says, links included. `replyTo` is whom an answer goes to. */
export type Mail = { to: string; replyTo?: string; subject: string; html: string; text: string; messageId: string }

/** Hands a message on. Throws when the other side did not take it, which makes the worker try again. */
export type MailTransport = { name: 'smtp' | 'terminal'; send: (mail: Mail) => Promise<void> }

/**
 * Any SMTP server by SMTP_URL. Without one the demo prints the message to the terminal, which is a working transport
 * and no log; outside the demo there is none, and mail waits in the outbox.
 */
export function mailTransport(demo: boolean): MailTransport | null {
  if (config.smtpUrl) return smtpTransport(config.smtpUrl)
  return demo ? terminal : null
}

/**
 * Hands mail to an SMTP server. A server that refuses, hangs or is gone makes `send` throw within half a minute.
 * @internal
 */
export function smtpTransport(url: string): MailTransport {
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  })
  return {
    name: 'smtp',
    send: async ({ messageId, ...mail }) => {
      await transport.sendMail({
        from: config.mailFrom,
        messageId: `<${messageId}@${new URL(config.origin).hostname}>`,
        ...mail,
      })
    },
  }
}

const terminal: MailTransport = {
  name: 'terminal',
  send: async ({ to, subject, text }) => {
    const rule = '─'.repeat(72)
    process.stdout.write(`\n${rule}\nMail to ${to}\n${subject}\n\n${text}\n${rule}\n\n`)
  },
}
