import { beforeAll, describe, expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { anAddress } from '../../../tests/visits.ts'
import { demoCompany } from '../../domain/company/demo-company.ts'

const typed = {
  source: 'landing',
  name: 'Hodan Ali',
  email: 'hodan@example.com',
  subject: 'A flat',
  message: 'Hello\n🏠',
}
const settle = (facts: object) =>
  change('update app.company set facts = $1', [JSON.stringify(facts)])

async function section() {
  const { html } = await ask('/')
  return html.slice(html.indexOf('id="contact"'), html.indexOf('</main>'))
}

const keptOf = async (email: string) =>
  (
    await asSuperuser((client) =>
      client.query('select source, subject from app.inquiry where email = $1', [email]),
    )
  ).rows

beforeAll(() => settle(demoCompany))

describe('the contact section', () => {
  test('PUB-037 has a form next to the ways to reach the company, all from its settings', async () => {
    const html = await section()
    expect(html).toContain('<form')
    expect(html).toContain('href="tel:+254200000000"')
    expect(html).toContain('href="mailto:hello@msingi.example"')
    expect(html).toContain('href="https://wa.me/254200000000"')
    for (const words of [
      'Muthaiga Road, Nairobi, Kenya',
      'Hodan District, Mogadishu, Somalia',
      'Mon-Fri',
      'closed',
    ]) {
      expect(html).toContain(words)
    }
  })

  test('PUB-040 has four inputs, and one that no person sees', async () => {
    const html = await section()
    const fields = [...html.matchAll(/<(?:input|textarea)[^>]*? name="(\w+)"[^>]*>/g)].map(
      ([tag, name]) => ({
        tag,
        name,
      }),
    )
    const seen = fields.filter(({ tag }) => !/type="hidden"|tabindex="-1"/i.test(tag))
    expect(seen.map(({ name }) => name)).toEqual(['name', 'email', 'subject', 'message'])
    expect(html).toMatch(
      /<div aria-hidden="true"[^>]*><label>Website<input type="text" tabindex="-1" autocomplete="off" name="website"/i,
    )
  })

  test('PUB-041 PUB-042 holds an empty field and a wrong address back in the browser, without script too', async () => {
    const html = await section()
    const needed = [...html.matchAll(/<(?:input|textarea)[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => /required=""/.test(tag))
    expect(needed.map((tag) => / name="(\w+)"/.exec(tag)?.[1])).toEqual([
      'name',
      'email',
      'subject',
      'message',
    ])
    expect(needed[1]).toContain('type="email"')
    expect(html).not.toMatch(/<form[^>]*novalidate/i)
  })

  test('PUB-006 tells people without an account to ask for one, and offers no sign-up', async () => {
    const html = await section()
    expect(html).toContain('contact us to get one')
    expect(html).not.toMatch(/sign up|register/i)
  })
})

describe('its form, sent without script', () => {
  test('PUB-043 PUB-044 (W-47) is stored, and leads to the chat with everything typed', async () => {
    const { status, location } = await ask('/contact', {
      form: { ...typed, email: 'chat@example.com' },
    })
    expect(status).toBe(303)
    const chat = new URL(location ?? '')
    expect(chat.origin + chat.pathname).toBe('https://wa.me/254200000000')
    expect(chat.searchParams.get('text')).toBe(
      'Name: Hodan Ali\nEmail: chat@example.com\nSubject: A flat\n\nHello\n🏠',
    )
    expect(await keptOf('chat@example.com')).toEqual([{ source: 'landing', subject: 'A flat' }])
  })

  test('answers a robot like anyone else', async () => {
    const form = { ...typed, email: 'robot@example.com', website: 'https://casino.example' }
    expect(await ask('/contact', { form })).toMatchObject({
      status: 303,
      location: expect.stringContaining('wa.me'),
    })
  })

  test('refused, stands on the contact page as it was, with its subject', async () => {
    const { status, html } = await ask('/contact', {
      form: { ...typed, email: 'hodan@', subject: 'A <b>flat</b>' },
    })
    expect(status).toBe(422)
    expect(html).toContain('value="A &lt;b&gt;flat&lt;/b&gt;"')
    expect(html).toContain('value="landing"')
    expect(wordsOf(html)).toContain('Please enter a valid email address')
  })

  test('sent by a page whose script has opened the chat, is thanked and led nowhere', async () => {
    const form = { ...typed, email: 'opened@example.com', opened: 'yes' }
    expect(await ask('/contact', { form })).toMatchObject({ status: 200, location: null })
  })

  test('too often, by a page that has opened the chat, is told where the words are and that there is no copy', async () => {
    const clientAddress = anAddress()
    const form = { ...typed, email: 'often@example.com', opened: 'yes' }
    for (const _ of [1, 2])
      expect(await ask('/contact', { form, clientAddress })).toMatchObject({ status: 200 })
    const { status, html } = await ask('/contact', { form, clientAddress })
    expect(status).toBe(429)
    expect(wordsOf(html)).toContain(
      'This one was not saved. Your message is in the WhatsApp window. Send it there, or try again here in 60 minutes.',
    )
  })

  test('without a WhatsApp number is thanked like the contact page’s', async () => {
    await settle({ ...demoCompany, whatsapp: null })
    const { status, html } = await ask('/contact', {
      form: { ...typed, email: 'plain@example.com' },
    })
    expect(status).toBe(200)
    expect(wordsOf(html)).toContain('Thank You!')
    expect(await section()).not.toContain('wa.me')
    expect(wordsOf(await section())).toContain('Send message')
  })
})
