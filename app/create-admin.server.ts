import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { createAdministrator } from './domain/accounts/create-administrator.server.ts'
import { passwordMessages } from './domain/accounts/password.ts'
import { asCommand } from './platform/unattended.server.ts'
import { emailAddress, requiredText } from './values/fields.ts'

const usage = 'Use it like this:  npm run admin:create -- amina@example.com "Amina Yusuf"'

/** `npm run admin:create -- E-MAIL NAME`: makes an administrator who can sign in at once. Asks for the password. */
export async function createAdmin(args: string[]): Promise<void> {
  const [emailText = '', ...nameWords] = args
  const email = emailAddress().safeParse(emailText)
  const name = requiredText(200, 'A name is missing.').safeParse(nameWords.join(' '))
  if (!email.success || !name.success) throw new Error(usage)
  const password = await askPassword()
  const answer = await createAdministrator(asCommand, { email: email.data, name: name.data, password })
  if (!('refused' in answer)) {
    process.stdout.write(`Created the administrator ${email.data}. Sign in at /login.\n`)
    return
  }
  if (answer.refused === 'password') throw new Error(passwordMessages[answer.fault])
  throw new Error(`There is an account with the e-mail ${email.data} already.`)
}

/** Typed characters are not shown. From a pipe, the first line is the password. */
async function askPassword(): Promise<string> {
  const isTerminal = process.stdin.isTTY === true
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  if (isTerminal) process.stdout.write('Password (8 characters or more, not shown): ')
  const lines = createInterface({ input: process.stdin, output: hidden, terminal: isTerminal })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    if (isTerminal) process.stdout.write('\n')
  }
}
