import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { signInOverHttp } from './http-admin.ts'
import { look } from './look.ts'
import type { Program } from './program.ts'

const rule = '─'.repeat(72)

/** The link of the newest invitation email to an address, as the demo prints it between two rules. */
export async function invitationMailedTo({ output }: Program, email: string): Promise<string> {
  const link = () => {
    const mails = output().split(rule)
    const invitation = mails.findLast(
      (mail) => mail.startsWith(`\nEmail to ${email}\n`) && /\/invitation\//.test(mail),
    )
    return invitation?.match(/http:\/\/\S+\/invitation\/\S+/)?.[0]
  }
  await expect.poll(link, { timeout: 60_000 }).toBeTruthy()
  return link() ?? ''
}

/** Adds an investor and waits for the email. */
export async function invite(program: Program, fullName: string, email: string): Promise<string> {
  const admin = await signInOverHttp(program.origin)
  const key = randomUUID()
  const answer = await admin.post('/admin-dashboard/investors/new', {
    key,
    fullName,
    email,
    phone: '',
  })
  if (answer.status !== 303) throw new Error(`Adding an investor answered ${answer.status}`)
  return invitationMailedTo(program, email)
}

/** Lets a week go by for the invitation of one address. */
export function letExpire(program: Program, email: string) {
  return look(program, (query) =>
    query("update auth.link set expires_at = now() - interval '1 minute' where email = $1", [
      email,
    ]),
  )
}
