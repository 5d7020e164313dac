import { randomUUID } from 'node:crypto'
import { render } from 'react-email'
import { describe, expect, test } from 'vitest'
import { change } from '../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, anOffer, aProject, as, day } from '../tests/people.ts'
import { lastFormerAddress } from './domain/accounts/former-address.server.ts'
import { sendNotification } from './domain/notifications/send-notification.server.ts'
import { type MailTemplate, mailTemplates } from './domain/outbox/mail.ts'
import type {
  AccountlessMail,
  ComposedMail,
  QueuedMail,
  RequestMail,
} from './domain/outbox/outbox.server.ts'
import { recordPayment } from './domain/payments/record-payment.server.ts'
import { recordRefund } from './domain/payments/record-refund.server.ts'
import { voidEntry } from './domain/payments/void-entry.server.ts'
import { composers } from './jobs.server.ts'
import { config } from './platform/config.server.ts'
import { asWorker } from './platform/unattended.server.ts'
import { usd } from './values/money.ts'

/** Whoever chose this name wants to be seen as markup. */
const name = 'Hodan <img src="https://evil.example/x.png"> & <b>Ali</b>'
const toAccount = async (
  template: QueuedMail['template'],
  status = 'active',
): Promise<QueuedMail> => {
  const { userId } = await anInvestor(name, status)
  return { template, userId, subjectId: null }
}

/** What each mail is about. A template that is missing here does not compile, and fails below. */
const occasions: Record<MailTemplate, () => Promise<QueuedMail | AccountlessMail>> = {
  invitation: () => toAccount('invitation', 'pending'),
  receipt: aReceipt,
  'entry-voided': async () => {
    const { userId, subjectId } = await aReceipt()
    const taken = {
      entryId: subjectId ?? '',
      reason: '<i>Bounced</i>',
      voidedOn: day('2026-04-01'),
    }
    const answer = await as(await anAdmin(), (admin) =>
      voidEntry(admin, { key: randomUUID(), ...taken }),
    )
    if (!('voidId' in answer)) throw new Error(answer.refused)
    return { template: 'entry-voided', userId, subjectId: answer.voidId }
  },
  'refund-recorded': aRefund,
  'investment-cancelled': () => anInvestmentMail('investment-cancelled', 'cancelled'),
  'investment-resumed': () => anInvestmentMail('investment-resumed', 'active'),
  notification: aNotification,
  'request-sent': () => aRequest('request-sent'),
  'request-approved': () => aRequest('request-approved'),
  'request-declined': () => aRequest('request-declined'),
  'request-expired': () => aRequest('request-expired'),
  recovery: () => toAccount('recovery'),
  confirmation: async () => {
    const mail = await toAccount('confirmation')
    await change('update auth."user" set "emailVerified" = false where id = $1', [mail.userId])
    return mail
  },
  'email-changed': async () => {
    const mail = await toAccount('email-changed')
    await change(`update auth."user" set email = 'new.' || email where id = $1`, [mail.userId])
    return {
      ...mail,
      subjectId: await as(await anAdmin(), (admin) => lastFormerAddress(admin, mail.userId)),
    }
  },
  'password-set': () => toAccount('password-set'),
  'role-changed': () => toAccount('role-changed'),
  'second-factor-reset': () => toAccount('second-factor-reset'),
  'link-made': () => toAccount('link-made'),
  'password-changed': () => toAccount('password-changed'),
  'second-factor-on': () => toAccount('second-factor-on'),
  'second-factor-off': () => toAccount('second-factor-off'),
  'recovery-codes-renewed': () => toAccount('recovery-codes-renewed'),
  inquiry: () => anInquiry('inquiry'),
  acknowledgement: () => anInquiry('acknowledgement'),
  'request-received': async () => {
    const { subjectId } = await aRequest('request-sent')
    return { template: 'request-received', userId: null, subjectId: subjectId ?? '' }
  },
  'request-withdrawn': async () => {
    const { subjectId } = await aRequest('request-sent')
    await change(
      `update app.investment_request set status = 'withdrawn', decided_at = now() where id = $1`,
      [subjectId],
    )
    return { template: 'request-withdrawn', userId: null, subjectId: subjectId ?? '' }
  },
}

async function aNotification(): Promise<QueuedMail> {
  const { userId, investorId } = await anInvestor(name)
  const message = {
    title: '<i>Water</i> is off',
    message: 'On 2 December.\n<script>alert(1)</script>',
  }
  const form = { ...message, key: randomUUID(), recipients: 'investor', investorId, byEmail: true }
  const sent = await as(await anAdmin(), (admin) => sendNotification(admin, form))
  if ('refused' in sent) throw new Error(sent.refused)
  return { template: 'notification', userId, subjectId: sent.notificationId }
}

async function aReceipt(): Promise<QueuedMail> {
  const { userId, investorId } = await anInvestor(name)
  const investmentId = await anInvestment(
    investorId,
    await aProject('Towers <script>alert(1)</script>'),
    usd('1,000'),
  )
  const wish = {
    method: null,
    reference: null,
    note: null,
    nextPaymentOn: null,
    nextPaymentAmount: null,
  }
  const payment = {
    ...wish,
    key: randomUUID(),
    amount: usd('250.50'),
    receivedOn: day('2026-03-31'),
  }
  const recorded = await as(await anAdmin(), (admin) => recordPayment(admin, investmentId, payment))
  if (!('paymentId' in recorded)) throw new Error(recorded.refused)
  return { template: 'receipt', userId, subjectId: recorded.paymentId }
}

async function anInvestmentMail(
  template: 'investment-cancelled' | 'investment-resumed',
  status: string,
) {
  const { userId, investorId } = await anInvestor(name)
  const subjectId = await anInvestment(
    investorId,
    await aProject('Acacia <i>Towers</i>'),
    usd('5,000'),
  )
  await change(
    `update app.investment set status = $2, cancelled_on = case $2 when 'cancelled' then invested_on end where id = $1`,
    [subjectId, status],
  )
  return { template, userId, subjectId }
}

async function aRefund(): Promise<QueuedMail> {
  const { userId, subjectId } = await aReceipt()
  const { rows } = await change<{ id: string }>(
    'select investment_id as id from app.ledger_entry where id = $1',
    [subjectId],
  )
  const given = {
    key: randomUUID(),
    amount: usd('50'),
    refundedOn: day('2026-04-01'),
    method: 'cash' as const,
  }
  const refund = { ...given, reference: null, reason: '<i>Paid too much</i>' }
  const answer = await as(await anAdmin(), (admin) =>
    recordRefund(admin, rows[0]?.id ?? '', refund),
  )
  if (!('entryId' in answer)) throw new Error(answer.refused)
  return { template: 'refund-recorded', userId, subjectId: answer.entryId }
}

async function aRequest(template: RequestMail): Promise<QueuedMail> {
  const { userId, investorId } = await anInvestor(name)
  const { projectId } = await anOffer({ target: usd('20,000') }, 'Towers <script>alert(1)</script>')
  const { rows } = await change(
    `insert into app.investment_request (investor_id, project_id, amount_cents, understood_at)
     values ($1, $2, 25050, now()) returning id`,
    [investorId, projectId],
  )
  return { template, userId, subjectId: rows[0]?.id ?? '' }
}

async function anInquiry(template: 'inquiry' | 'acknowledgement'): Promise<AccountlessMail> {
  const { rows } = await change(
    `insert into app.inquiry (source, name, email, subject, message, received_at)
     values ('contact', $1, 'hodan@example.com', '<i>Hello</i>', '<script>alert(1)</script>', now()) returning id`,
    [name],
  )
  return { template, userId: null, subjectId: rows[0]?.id ?? '' }
}

async function compose(template: MailTemplate) {
  const mail = await occasions[template]()
  const composed = await asWorker(
    (worker): Promise<ComposedMail> =>
      mail.userId === null
        ? composers[mail.template](worker, mail)
        : composers[mail.template](worker, mail),
  )
  if (!composed) throw new Error(`${template} was not composed`)
  const { body, ...envelope } = composed
  return { ...envelope, html: await render(body), text: await render(body, { plainText: true }) }
}

const linksIn = (html: string) =>
  [...html.matchAll(/href="([^"]+)"/g)].map(([, link]) => link ?? '')

test('every composer there is has a template, and every template a composer and an occasion here', () => {
  expect(Object.keys(composers).toSorted()).toEqual(mailTemplates.toSorted())
  expect(Object.keys(occasions).toSorted()).toEqual(mailTemplates.toSorted())
})

describe.each(mailTemplates)('the mail "%s"', (template) => {
  test('has a subject in one line, a recipient, HTML and text, and is readable in the dark', async () => {
    const mail = await compose(template)
    expect(mail.subject).toMatch(/^[^\r\n]{8,200}$/)
    expect(mail.to).toMatch(/^\S+@\S+$/)
    expect(mail.html).toContain('name="color-scheme" content="light dark"')
    expect(mail.html).toContain('name="supported-color-schemes" content="light dark"')
    expect(mail.text.length).toBeGreaterThan(80)
  })

  test('gives each of its colours a second one for the dark', async () => {
    const { html } = await compose(template)
    const [, dark = ''] =
      /@media \(prefers-color-scheme: dark\) \{(.*)\}<\/style>/s.exec(html) ?? []
    const coloured = [...html.matchAll(/<(\w+)([^>]*style="[^"]*\bcolor:[^>]*)>/g)]
    expect(coloured.length).toBeGreaterThan(4)
    const told = coloured.map(([, tag, rest = '']) => /class="([^"]+)"/.exec(rest)?.[1] ?? tag)
    // The cell that the body's colour is copied to has no class of its own.
    for (const name of told.filter((one) => one !== 'td'))
      expect(dark).toMatch(new RegExp(`\\.${name}\\b[^}]*color: #`))
    expect(dark).toContain('.mail-ground td')
  })

  test('fetches nothing from anywhere, and leads nowhere but to the configured origin', async () => {
    const { html } = await compose(template)
    expect(html).not.toMatch(
      /<(img|script|link|iframe|object|video|style[^>]*>[^<]*@import)\b|url\(/,
    )
    for (const link of linksIn(html)) expect(new URL(link).origin).toBe(config.origin)
    // What is sent as a notice also leads to where such mails are switched off.
    expect(linksIn(html).length).toBeLessThanOrEqual(template === 'notification' ? 2 : 1)
  })

  test('shows a name with markup as text, and says its links in the text too', async () => {
    const { html, text } = await compose(template)
    expect(html).not.toMatch(/<b>Ali|<i>Hello|<script/)
    if (html.includes('Hodan')) expect(html).toContain('Hodan &lt;img')
    for (const link of linksIn(html)) expect(text).toContain(link.replaceAll('&amp;', '&'))
  })
})

test('a mail about a request says how many units it asks for, to the investor and to the team', async () => {
  const { projectId } = await anOffer({ unitPrice: usd('10,000'), units: 4 }, 'Quay Lofts')
  const { userId, investorId } = await anInvestor(name)
  const { rows } = await change(
    `insert into app.investment_request (investor_id, project_id, amount_cents, understood_at)
     values ($1, $2, 2000000, now()) returning id`,
    [investorId, projectId],
  )
  const subjectId = rows[0]?.id ?? ''
  const toInvestor = await asWorker((worker) =>
    composers['request-sent'](worker, { template: 'request-sent', userId, subjectId }),
  )
  const toTeam = await asWorker((worker) =>
    composers['request-received'](worker, {
      template: 'request-received',
      userId: null,
      subjectId,
    }),
  )
  for (const mail of [toInvestor, toTeam]) {
    if (!mail) throw new Error('nothing was composed')
    expect(await render(mail.body, { plainText: true })).toMatch(/Units:?\s+2\b/)
  }
})

test('PUB-370 every mail has the name of the company, and none the name of this software', async () => {
  const { rows } = await change<{ facts: object }>('select facts from app.company')
  await change(
    `update app.company set facts = facts || '{"name": "Nyumba Holdings", "brand": "Nyumba"}'`,
  )
  for (const template of mailTemplates) {
    const { subject, text, html } = await compose(template)
    expect(text, template).toContain('Nyumba')
    for (const part of [subject, text, html])
      expect(part.replace(/\S*@\S*/g, ''), template).not.toMatch(/msingi/i)
  }
  await change('update app.company set facts = $1', [JSON.stringify(rows[0]?.facts)])
})

test('where no contact is set no mail names one, least of all the sender that nobody reads', async () => {
  const none = `facts || '{"contactEmail": "no-reply@msingi.test", "supportEmail": "no-reply@msingi.test"}'`
  const { rows } = await change<{ facts: object }>('select facts from app.company')
  await change(`update app.company set facts = ${none}`)
  const toTeam: MailTemplate[] = ['inquiry', 'request-received', 'request-withdrawn']
  for (const template of mailTemplates) {
    const { text, html } = await compose(template)
    expect(text).not.toMatch(
      toTeam.includes(template) ? /null|no-reply/ : /null|no-reply|write to/i,
    )
    expect(html).not.toMatch(/mailto:|no-reply/)
    if (!toTeam.includes(template) && template !== 'acknowledgement')
      expect(text).toMatch(/ask whoever invited you/i)
  }
  await change('update app.company set facts = $1', [JSON.stringify(rows[0]?.facts)])
})
