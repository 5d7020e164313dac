import { render } from 'react-email'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { change } from '../../../tests/database.ts'
import { openMailbox, textOf } from '../../../tests/mailbox.ts'
import { anAdmin, anInvestor, as, type Person } from '../../../tests/people.ts'
import { config } from '../../platform/config.server.ts'
import { type GuestActor, transact } from '../../platform/database/database.server.ts'
import { smtpTransport } from '../../platform/email/mail.server.ts'
import { publish } from '../../platform/events.server.ts'
import { workerCommand } from '../../platform/session/unattended.server.ts'
import { startWorker } from '../../program/jobs.server.ts'
import type { AccountMail } from '../outbox/outbox.server.ts'
import { accountMails } from './account-mails.server.tsx'
import { isMailFailing } from './administration/mail-availability.server.ts'
import { confirmAddress } from './recovery/confirmation.server.ts'
import { latestFormerAddress } from './recovery/former-address.server.ts'
import { requestLink } from './recovery/mail-requests.server.ts'
import { completeRecovery, findRecovery } from './recovery/recovery.server.ts'

const templates = Object.keys(accountMails) as AccountMail[]
const withLink: AccountMail[] = ['recovery', 'confirmation']
const guestCommand = <Result,>(work: (guest: GuestActor) => Promise<Result>) =>
  transact({ role: 'guest' }, work)

async function compose(template: AccountMail, { userId }: Person, subjectId: string | null = null) {
  const composed = await workerCommand((worker) =>
    accountMails[template](worker, { template, userId, subjectId }),
  )
  if (!composed) return null
  const { body, ...envelope } = composed
  return { ...envelope, html: await render(body), text: await render(body, { plainText: true }) }
}

/** Someone whose address was changed by an administrator; the former one is `before`. */
async function aMovedPerson(name = 'Hodan Ali', status = 'active') {
  const person = await anInvestor(name, status)
  const email = `new.${person.email}`
  await change(
    `update auth."user" set email = $2, "emailVerified" = false, email_changed_at = now() where id = $1`,
    [person.userId, email],
  )
  const admin = await anAdmin()
  const formerId = await as(admin, (actor) => latestFormerAddress(actor, person.userId))
  const { rows } = await change<{ id: string }>(
    `insert into auth.known_device (device_hash, user_id, name, last_signed_in_at)
     values (gen_random_uuid()::text, $1, 'Firefox on Windows', now()) returning id`,
    [person.userId],
  )
  return { ...person, before: person.email, email, formerId, deviceId: rows[0]?.id ?? '' }
}

const tokenIn = (text: string) => /(?:token=|\/confirm\/)([\w-]{43})/.exec(text)?.[1] ?? ''

describe.each(templates)('the mail "%s"', (template) => {
  test('says the same in HTML and text, is readable in the dark, and has no remote picture, style or script', async () => {
    const person = await aMovedPerson('Hodan <b>Ali</b>')
    const subjectId = template === 'new-device' ? person.deviceId : person.formerId
    const mail = await compose(template, person, subjectId)
    expect(mail?.subject).toMatch(/\bProperty Group\b/)
    expect(mail?.html).toContain('name="color-scheme" content="light dark"')
    expect(mail?.html).not.toMatch(/<(img|script|link|iframe)\b|url\(|@import|<b>Ali/)
    const plain = mail?.html
      .replace(/<!--.*?-->/g, '')
      .replace(/<style[\s\S]*?<\/style>|<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
    for (const sentence of mail?.text.split(/\n{2,}/).slice(1) ?? []) {
      const words = sentence.replace(/\s+/g, ' ').trim()
      if (/[’'&<>]|^https?:/.test(words)) continue
      expect(plain?.toLowerCase()).toContain(words.toLowerCase())
    }
    expect(mail?.text).toMatch(/\S+@\S+/)
  })

  test('holds a link only where something is to be done, from the configured origin, and never a password', async () => {
    const person = await aMovedPerson()
    const mail = await compose(template, person, person.formerId)
    const links = [...(mail?.html.matchAll(/href="([^"]+)"/g) ?? [])].map(([, link]) => link ?? '')
    if (template === 'role-changed') expect(links).toEqual([`${config.origin}/login`])
    else expect(links).toHaveLength(withLink.includes(template) ? 1 : 0)
    for (const link of links) expect(link.startsWith(`${config.origin}/`)).toBe(true)
    expect(`${mail?.html}${mail?.text}`).not.toMatch(/quarry-lantern/)
  })
})

test.each([
  ['admin', 'You are now an administrator.'],
  ['investor', "You now have an investor's account."],
])('who was made %s reads so in the mail, and where to sign in', async (role, words) => {
  const person = await anInvestor()
  await change('update auth."user" set role = $2 where id = $1', [person.userId, role])
  const mail = await compose('role-changed', person)
  const text = mail?.text.replace(/\s+/g, ' ')
  expect(text).toContain(words)
  expect(text?.match(/You (are now an|now have an) /g)).toHaveLength(1)
  expect(text).toContain(`${config.origin}/login`)
})

test('MAIL-001 AUTH-067 LIM-012 the recovery mail leads to the recovery page, says 24 hours, and each attempt replaces the last', async () => {
  const person = await anInvestor()
  const first = await compose('recovery', person)
  const mail = await compose('recovery', person)
  expect(mail?.to).toBe(person.email)
  expect(mail?.text).toContain(
    `${config.origin}/reset-password?token=${tokenIn(mail?.text ?? '')}&type=recovery`,
  )
  expect(mail?.text.replace(/\s+/g, ' ')).toContain('The link works once and for 24 hours')
  const stateOf = async (text = '') =>
    (await guestCommand((guest) => findRecovery(guest, tokenIn(text)))).state
  expect([await stateOf(first?.text), await stateOf(mail?.text)]).toEqual(['closed', 'open'])
  const { rows } = await change(
    `select extract(epoch from expires_at - created_at)::int / 3600 as hours, token_hash ~ $2 as readable
     from auth.link where user_id = $1 and ended_at is null`,
    [person.userId, tokenIn(mail?.text ?? '')],
  )
  expect(rows).toEqual([{ hours: 24, readable: false }])
})

test.each([
  ['36 hours', '36 hours'],
  ['48 hours', '48 hours'],
  ['50 hours', '50 hours'],
  ['3 days', '3 days'],
  ['1 hour', '1 hour'],
])('a lifetime of %s is said as it is set', async (setting, words) => {
  await change('update app.installation set recovery_lifetime = $1', [setting])
  const mail = await compose('recovery', await anInvestor())
  await change("update app.installation set recovery_lifetime = '24 hours'")
  expect(mail?.text.replace(/\s+/g, ' ')).toContain(`once and for ${words};`)
})

test('nothing is composed for an account that was closed, or an address that was confirmed, in the meantime', async () => {
  expect(await compose('recovery', await anInvestor('Omar Nur', 'inactive'))).toBeNull()
  expect(await compose('confirmation', await anInvestor())).toBeNull()
  expect(await compose('confirmation', await aMovedPerson('Omar Nur', 'inactive'))).toBeNull()
})

test('who has no password yet is not told that they sign in once they have confirmed a changed address', async () => {
  const textTo = async (status: string) =>
    (await compose('confirmation', await aMovedPerson('Omar Nur', status)))?.text.replace(
      /\s+/g,
      ' ',
    )
  expect(await textTo('active')).toContain(
    'Confirm that it is yours; you can then sign in with it.',
  )
  expect(await textTo('pending')).not.toContain('then sign in')
  expect(await textTo('pending')).toContain('Confirm that it is yours. The link works once')
  expect(await textTo('pending')).toContain('You cannot sign in yet: you have no password.')
})

test('a closed account is still told what was done to it', async () => {
  const person = await aMovedPerson('Omar Nur', 'inactive')
  expect((await compose('password-set', person))?.to).toBe(person.email)
  expect((await compose('email-changed', person, person.formerId))?.to).toBe(person.before)
})

test('a changed address is told at the old one, and the new one is not named there', async () => {
  const person = await aMovedPerson()
  const mail = await compose('email-changed', person, person.formerId)
  expect(mail?.to).toBe(person.before)
  expect(`${mail?.html}${mail?.text}`).not.toContain(person.email)
  expect(await compose('email-changed', person, person.userId)).toBeNull()
})

describe('over SMTP', async () => {
  const mailbox = await openMailbox()
  let worker: { stop: () => Promise<void> }
  beforeAll(async () => {
    worker = await startWorker(smtpTransport(mailbox.url))
  })
  afterAll(async () => {
    await worker.stop()
    await mailbox.close()
  })

  const mailTo = (email: string) =>
    vi.waitFor(() => {
      const mail = mailbox.arrived.findLast(({ to }) => to.includes(email))
      if (!mail) throw new Error(`no mail to ${email}`)
      return textOf(mail)
    }, 15_000)

  test('AUTH-062 a request is mailed, and the link that arrives sets a new password', async () => {
    const { email } = await anInvestor()
    await guestCommand((guest) => requestLink(guest, email, 'recovery'))
    const token = tokenIn(await mailTo(email))
    expect(await completeRecovery(guestCommand, token, 'seven warm baobabs')).toEqual({
      completed: true,
    })
  })

  test('AUTH-063 (decisions §2) while the server takes nothing there is mail trouble, and none once it takes one', async () => {
    await change('update app.installation set demo = true')
    await change('delete from app.outbox')
    mailbox.refuse('421 come back later')
    const first = await anInvestor()
    await guestCommand((guest) => requestLink(guest, first.email, 'recovery'))
    await vi.waitFor(async () => expect(await guestCommand(isMailFailing)).toBe(true), 15_000)
    mailbox.refuse(null)
    const second = await anInvestor()
    await guestCommand((guest) => requestLink(guest, second.email, 'recovery'))
    await mailTo(second.email)
    await vi.waitFor(async () => expect(await guestCommand(isMailFailing)).toBe(false), 15_000)
  })

  test('a change of address by an administrator is told to the old one and confirmed at the new one', async () => {
    const person = await anInvestor()
    const email = `moved.${person.email}`
    await as(await anAdmin(), async (admin) => {
      await change(
        `update auth."user" set email = $2, "emailVerified" = false, email_changed_at = now() where id = $1`,
        [person.userId, email],
      )
      await publish(admin, {
        kind: 'account.email-changed',
        userId: person.userId,
        investorId: null,
      })
    })
    expect(await mailTo(person.email)).toContain('Your email address was changed')
    const token = tokenIn(await mailTo(email))
    expect(await guestCommand((guest) => confirmAddress(guest, token))).toBe(true)
  })
})
