import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { createAdministrator } from '../domain/accounts/administration/create-administrator.server.ts'
import { passwordMessages } from '../domain/accounts/password.ts'
import { terminalCommand } from '../platform/session/unattended.server.ts'
import { emailAddress, requiredText } from '../values/fields.ts'

const usage = 'Usage:  npm run admin:create -- amina@example.com "Amina Yusuf"'

const noPassword =
  'A password is missing. Type it when asked, or pipe it in as the first line. Nothing was created.'

/** `npm run admin:create -- EMAIL NAME` creates an administrator who can sign in immediately. Asks for the password. */
export async function createAdmin(args: string[], input: Input = process.stdin): Promise<void> {
  const [emailText = '', ...nameWords] = args
  const email = emailAddress().safeParse(emailText)
  const name = requiredText(200, 'A name is missing.').safeParse(nameWords.join(' '))
  if (!email.success || !name.success) throw new Error(usage)
  const password = await askPassword(input)
  const answer = await createAdministrator(terminalCommand, {
    email: email.data,
    name: name.data,
    password,
  })
  if (!('refused' in answer)) {
    process.stdout.write(`Created the administrator ${email.data}. Sign in at /login.\n`)
    return
  }
  if (answer.refused === 'password') throw new Error(passwordMessages[answer.fault])
  throw new Error(`An account with the email ${email.data} already exists.`)
}

type Input = NodeJS.ReadableStream & { isTTY?: boolean }

/** Typed characters are not shown. From a pipe, the first line is the password. */
async function askPassword(input: Input): Promise<string> {
  const isTerminal = input.isTTY === true
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  if (isTerminal) process.stdout.write('Password (8 characters or more, not shown): ')
  const lines = createInterface({ input, output: hidden, terminal: isTerminal })
  try {
    // Not `question`, which is never answered when the input ends before the first line.
    const typed = await new Promise<string | null>((resolve) => {
      lines.once('line', resolve)
      lines.once('close', () => resolve(null))
    })
    if (typed === null) throw new Error(noPassword)
    return typed
  } finally {
    lines.close()
    if (isTerminal) process.stdout.write('\n')
  }
}
