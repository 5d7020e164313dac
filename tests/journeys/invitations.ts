import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { signInOverHttp } from './http-admin.ts'
import { look } from './look.ts'
import type { Program } from './program.ts'

/** The link of the newest invitation mail to an address, as the demo prints it. */
export async function invitationMailedTo({ output }: Program, email: string): Promise<string> {
  const link = () =>
    output()
      .split(`Mail to ${email}\n`)
      .at(-1)
      ?.match(/http:\/\/\S+\/invitation\/\S+/)?.[0]
  await expect.poll(() => output().includes(`Mail to ${email}\n`) && link(), { timeout: 20_000 }).toBeTruthy()
  return link() ?? ''
}

/** Adds an investor and waits for the mail. */
export async function invite(program: Program, fullName: string, email: string): Promise<string> {
  const admin = await signInOverHttp(program.origin)
  const key = randomUUID()
  const answer = await admin.post('/admin-dashboard/investors/new', { key, fullName, email, phone: '' })
  if (answer.status !== 303) throw new Error(`Adding an investor answered ${answer.status}`)
  return invitationMailedTo(program, email)
}

/** Lets a week go by for the invitation of one address. */
export function letExpire(program: Program, email: string) {
  return look(program, (query) =>
    query("update auth.link set expires_at = now() - interval '1 minute' where email = $1", [email]),
  )
}
