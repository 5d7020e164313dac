/**
 * `npm run mail:test -- ADDRESS` sends one email through each configured mail server and prints what the server answered
 * and what DNS says of the sender's domain. Exits with 1 when a server does not accept it. Needs no database.
 */
import { resolveTxt } from 'node:dns/promises'
import nodemailer from 'nodemailer'
import { configOfThisProgram } from '../../config/config.ts'
import { say } from '../progress.ts'
import { describeRecords, domainOf } from './mail-records.ts'

const timeoutMs = 15_000

/** Without user and password. */
function nameOf(url: string): string {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}

/** The server's answer. Throws when it does not accept the email, or not in time. */
async function sendThrough(url: string, from: string, to: string): Promise<string> {
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  const { response } = await transport.sendMail({
    from,
    to,
    subject: 'Test of the mail server',
    text: `This email tests ${nameOf(url)}. You do not need to do anything.`,
  })
  return response
}

async function testMail(to: string): Promise<boolean> {
  const { smtpUrl, smtpFallbackUrl, mailFrom } = configOfThisProgram()
  if (!smtpUrl) throw new Error('SMTP_URL is not set: there is no mail server to test.')
  let isAccepted = true
  for (const url of [smtpUrl, smtpFallbackUrl]) {
    if (url === null) continue
    try {
      say(`${nameOf(url)} accepted the email: ${await sendThrough(url, mailFrom, to)}`)
    } catch (fault) {
      isAccepted = false
      say(`${nameOf(url)} did not accept it: ${fault instanceof Error ? fault.message : fault}`)
    }
  }
  for (const line of await describeRecords(domainOf(mailFrom), resolveTxt)) say(line)
  return isAccepted
}

try {
  if (!(await testMail(process.argv[2] ?? ''))) process.exitCode = 1
} catch (fault) {
  console.error(fault instanceof Error ? fault.message : fault)
  process.exitCode = 1
}
