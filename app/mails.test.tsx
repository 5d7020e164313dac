import { render } from 'react-email'
import { describe, expect, test } from 'vitest'
import { change } from '../tests/database.ts'
import { name, occasions } from '../tests/mail-occasions.ts'
import { anInvestor, anOffer } from '../tests/people.ts'
import { type MailTemplate, mailTemplates } from './domain/outbox/mail.ts'
import type { ComposedMail } from './domain/outbox/outbox.server.ts'
import { config } from './platform/config.server.ts'
import { workerCommand } from './platform/session/unattended.server.ts'
import { composers } from './program/jobs.server.ts'
import { usd } from './values/money.ts'

async function compose(template: MailTemplate) {
  const mail = await occasions[template]()
  const composed = await workerCommand(
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
    const names = coloured.map(([, tag, rest = '']) => /class="([^"]+)"/.exec(rest)?.[1] ?? tag)
    // The cell that the body's colour is copied to has no class of its own.
    for (const name of names.filter((listedName) => listedName !== 'td'))
      expect(dark).toMatch(new RegExp(`\\.${name}\\b[^}]*color: #`))
    expect(dark).toContain('.mail-ground td')
  })

  test('fetches nothing from anywhere, and links nowhere but to the configured origin', async () => {
    const { html } = await compose(template)
    expect(html).not.toMatch(
      /<(img|script|link|iframe|object|video|style[^>]*>[^<]*@import)\b|url\(/,
    )
    for (const link of linksIn(html)) expect(new URL(link).origin).toBe(config.origin)
    // What is sent as a notice also leads to where such emails are switched off.
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
  const toInvestor = await workerCommand((worker) =>
    composers['request-sent'](worker, { template: 'request-sent', userId, subjectId }),
  )
  const toTeam = await workerCommand((worker) =>
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

test('where no contact is set no mail names one, least of all the sender that no one reads', async () => {
  const none = `facts || '{"contactEmail": "no-reply@msingi.test", "supportEmail": "no-reply@msingi.test"}'`
  const { rows } = await change<{ facts: object }>('select facts from app.company')
  await change(`update app.company set facts = ${none}`)
  const toTeam: MailTemplate[] = ['inquiry', 'request-received', 'request-withdrawn']
  const toGuest: MailTemplate[] = [
    'acknowledgement',
    'interest-code',
    'waiting-list-confirm',
    'waiting-list-free',
  ]
  for (const template of mailTemplates) {
    const { text, html } = await compose(template)
    expect(text).not.toMatch(
      toTeam.includes(template) ? /null|no-reply/ : /null|no-reply|write to us at/i,
    )
    expect(html).not.toMatch(/mailto:|no-reply/)
    if (![...toTeam, ...toGuest].includes(template))
      expect(text).toMatch(/ask the person who invited you/i)
  }
  await change('update app.company set facts = $1', [JSON.stringify(rows[0]?.facts)])
})
