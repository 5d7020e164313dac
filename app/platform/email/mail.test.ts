import { afterAll, expect, test } from 'vitest'
import { type Breakage, openBrokenServer, openMailbox } from '../../../tests/mailbox.ts'
import { AddressRefused, mailSender, smtpTransport } from './mail.server.ts'

const from = { name: 'Nyumba & Sons, Ltd', address: 'office@example.com' }
const mail = {
  from,
  to: 'jama@example.com',
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  messageId: 'one',
}
const timeouts = { connection: 300, greeting: 300, silence: 300, altogether: 900 }
const mailbox = await openMailbox()
afterAll(mailbox.close)

const send = (url: string) => smtpTransport(url, 'main', timeouts).send(mail)

test.each(['silent', 'dripping', 'hanging-up'] satisfies Breakage[])(
  'a server that is %s makes the attempt fail in time, and refuses no address',
  async (breakage) => {
    const server = await openBrokenServer(breakage)
    const fault = await send(server.url).catch((thrown: unknown) => thrown)
    await server.close()
    expect(fault).toBeInstanceOf(Error)
    expect(fault).not.toBeInstanceOf(AddressRefused)
  },
)

test('a server that is gone makes the attempt fail', async () => {
  const server = await openBrokenServer('silent')
  await server.close()
  await expect(send(server.url)).rejects.toThrow('ECONNREFUSED')
})

test.each([
  ['550 5.1.1 no such user', true],
  ['553 mailbox name not allowed', true],
  ['450 4.2.1 try again later', false],
  ['554 5.7.1 relay access denied', false],
  ['530 5.7.0 authentication required', false],
])('what answers "%s" refuses the address for good: %s', async (answer, forGood) => {
  mailbox.refuse(answer)
  const fault = await send(mailbox.url).catch((thrown: unknown) => thrown)
  mailbox.refuse(null)
  expect(fault instanceof AddressRefused).toBe(forGood)
  expect(String(fault)).toContain(answer)
})

test.each([
  ['550 no such mailbox', true],
  ['550 5.1.1 no such user', true],
  ['550 5.7.1 looks like spam', false],
  ['554 transaction failed', false],
  ['552 5.3.4 too large', false],
  ['451 4.3.0 try again later', false],
])(
  'what answers "%s" once it has the message refuses the address for good: %s',
  async (answer, forGood) => {
    mailbox.refuseMessage(answer)
    const fault = await send(mailbox.url).catch((thrown: unknown) => thrown)
    mailbox.refuseMessage(null)
    expect(fault instanceof AddressRefused).toBe(forGood)
    expect(String(fault)).toContain(answer)
  },
)

test('what is no address at all is refused for good, before any server is asked', async () => {
  const transport = smtpTransport(mailbox.url, 'main', timeouts)
  const fault = await transport
    .send({ ...mail, to: 'not an address' })
    .catch((thrown: unknown) => thrown)
  expect(fault).toBeInstanceOf(AddressRefused)
  expect(mailbox.arrived).toEqual([])
})

test.each([
  ['office@example.com', from],
  ['<office@example.com>', from],
  ['Accounts <office@example.com>', { ...from, name: 'Accounts' }],
  ['"Accounts, Nairobi" <office@example.com>', { ...from, name: 'Accounts, Nairobi' }],
])(
  'PUB-370 with MAIL_FROM %s the sender has that name, or the name of the company',
  (mailFrom, sender) => {
    expect(mailSender('Nyumba & Sons, Ltd', mailFrom)).toEqual(sender)
  },
)

test('a mail that is taken has its sender, and the number of its outbox row as Message-ID', async () => {
  await send(mailbox.url)
  expect(mailbox.arrived[0]?.source).toMatch(
    /^From: "Nyumba & Sons, Ltd" <office@example\.com>\r?$/m,
  )
  expect(mailbox.arrived[0]?.source).toMatch(/^Message-ID: <one@[\w.]+>\r?$/m)
})
