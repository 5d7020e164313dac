import { beforeAll, describe, expect, test, vi } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anInvestment, anInvestor, anOffer, aProject } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { anAddress } from '../../../tests/visits.ts'
import { demoCompany } from '../../domain/company/demo-company.ts'
import { newCompany } from '../../domain/company/new-company.ts'
import { usd } from '../../values/money.ts'

const settle = (facts: object) =>
  change('update app.company set facts = $1', [JSON.stringify(facts)])
beforeAll(() => settle(demoCompany))

let people = 0
/** A form as posted without JavaScript. */
function typed(changes: Record<string, string> = {}) {
  people += 1
  return {
    source: 'contact',
    name: 'Hodan Ali',
    email: `h${people}@example.com`,
    phone: '',
    message: 'Hello',
    ...changes,
  }
}

const keptOf = async (email: string) =>
  (
    await asSuperuser((client) =>
      client.query('select name, subject, message from app.inquiry where email = $1', [email]),
    )
  ).rows

const page = async () => wordsOf((await ask('/contact')).html)

describe('the contact page', () => {
  test('PUB-085 has four fields, and says which may stay empty', async () => {
    const { html } = await ask('/contact')
    const labels = [...html.matchAll(/<label for=[^>]*>([^<]*)/g)].map(([, label]) => label?.trim())
    expect(labels).toEqual(['Full Name', 'Email Address', 'Phone Number', 'Message'])
    expect(wordsOf(html)).toContain('Phone Number (optional)')
  })

  test('PUB-086..088 needs name, email and message, and takes only an address as email', async () => {
    const { html } = await ask('/contact')
    const needed = [...html.matchAll(/<(?:input|textarea)[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => /required=""/.test(tag))
    expect(needed.map((tag) => / name="(\w+)"/.exec(tag)?.[1])).toEqual([
      'name',
      'email',
      'message',
    ])
    expect(needed[1]).toContain('type="email"')
    expect(html).not.toMatch(/<form[^>]*novalidate/i)
  })

  test('PUB-094 shows the offices in Nairobi and Mogadishu', async () => {
    const { html } = await ask('/contact')
    expect(wordsOf(html)).toMatch(
      /Two offices.*Nairobi Muthaiga Road, Nairobi, Kenya.*Mogadishu Hodan District/,
    )
    expect(html).toContain('mixed-use-street')
  })

  test('PUB-095 shows phone and WhatsApp', async () => {
    const { html } = await ask('/contact')
    expect(html).toMatch(/href="tel:\+254200000000"[^>]*>\+254 20 000 0000</)
    expect(html).toMatch(/href="https:\/\/wa\.me\/254200000000"[^>]*>\+254 20 000 0000</)
  })

  test('a number is dialled by its digits, however it is written', async () => {
    await settle({ ...demoCompany, phone: '+254 (20) 000-0000' })
    const { html } = await ask('/contact')
    await settle(demoCompany)
    expect(html).toMatch(/href="tel:\+254200000000"[^>]*>\+254 \(20\) 000-0000</)
  })

  test('PUB-096 shows a general and a support address', async () => {
    const { html } = await ask('/contact')
    expect(html).toMatch(/General<\/h3><a href="mailto:hello@msingi\.example"/)
    expect(html).toMatch(/Support for investors<\/h3><a href="mailto:support@msingi\.example"/)
  })

  test('PUB-097 (W-48) shows the hours as stated, and once more by the clock of twenty-four', async () => {
    expect(await page()).toContain(
      'Opening hours Mon-Fri 9:00-5:00 Sat 10:00-2:00 Sun closed 9:00 to 17:00 and 10:00 to 14:00, East Africa Time',
    )
  })

  test('looks whole in an installation that has settled nothing yet', async () => {
    await settle(newCompany('office@example.com'))
    const { status, html } = await ask('/contact')
    await settle(demoCompany)
    expect(status).toBe(200)
    expect(html).toContain('mailto:office@example.com')
    expect(html).not.toMatch(/wa\.me|tel:|Opening hours|offices/)
  })
})

describe('PUB-084 a project carried along', () => {
  test('stands above the form and in the subject, through a refusal too', async () => {
    const id = await aProject('Towers <of> Muthaiga')
    await change("update app.project set slug = 'towers' where id = $1", [id])
    const at = '/contact?project=towers'
    const about = /About:(<!-- -->)? <strong[^>]*>Towers &lt;of&gt; Muthaiga</
    expect((await ask(at)).html).toMatch(about)
    const refused = await ask(at, { form: typed({ message: '' }) })
    expect(refused.html).toMatch(about)
    expect(refused.html).toContain('action="/contact?project=towers"')
    const form = typed()
    await ask(at, { form })
    expect(await keptOf(form.email)).toMatchObject([{ subject: 'About: Towers <of> Muthaiga' }])
  })

  test('that is closed says so, and offers no one to sign in for it', async () => {
    const id = await aProject('Corner Plaza')
    await change("update app.project set slug = 'corner', status = 'completed' where id = $1", [id])
    const words = wordsOf((await ask('/contact?project=corner')).html)
    expect(words).toContain('About: Corner Plaza, which is closed')
    expect(words).not.toContain('Sign in to invest')
  })

  test('of which nothing is left promises no one a part of it, leads to one’s own requests, and is not called closed', async () => {
    const { projectId, slug } = await anOffer({ target: usd('1,000') }, 'Lake View')
    const at = `/contact?project=${slug}`
    expect(wordsOf((await ask(at)).html)).toContain('Sign in to invest')
    await anInvestment((await anInvestor()).investorId, projectId, usd('1,000'))
    const words = wordsOf((await ask(at)).html)
    expect(words).toContain('About: Lake View')
    expect(words).toContain('Already an investor? Sign in to see your own requests')
    expect(words).not.toMatch(/Sign in to invest|which is closed/)
  })

  test('is found by a slug that it had before', async () => {
    const id = await aProject('The Shop')
    await change("insert into app.former_slug values ('old-shop', $1)", [id])
    expect(wordsOf((await ask('/contact?project=old-shop')).html)).toContain('About: The Shop')
    const form = typed()
    await ask('/contact?project=old-shop', { form })
    expect(await keptOf(form.email)).toMatchObject([{ subject: 'About: The Shop' }])
    await change('update app.project set published = false where id = $1', [id])
    expect((await ask('/contact?project=old-shop')).html).not.toContain('About:')
  })

  test.each(['nowhere', '', '../x', '%00', 'a'.repeat(5000)])(
    '%# is ignored when no one knows it',
    async (slug) => {
      const { status, html } = await ask(`/contact?project=${slug}`)
      expect(status).toBe(200)
      expect(html).not.toContain('About:')
      const form = typed()
      expect(await ask(`/contact?project=${slug}`, { form })).toMatchObject({ status: 200 })
      expect(await keptOf(form.email)).toMatchObject([{ subject: null }])
    },
  )
})

describe('sent without script', () => {
  test('PUB-090 PUB-091 it is answered by the thank-you page, from which a link leads to an empty form', async () => {
    const form = typed({ message: 'Unmistakable' })
    const { status, html } = await ask('/contact', { form })
    expect(status).toBe(200)
    expect(wordsOf(html)).toContain(
      'Thank You! Message sent! We&#x27;ll get back to you as soon as possible.',
    )
    expect(html).not.toMatch(/<form[^>]*action="\/contact"|Unmistakable/)
    expect(html).toMatch(/<a href="\/contact"[^>]*>Send Another Message/)
    expect(await keptOf(form.email)).toHaveLength(1)
  })

  test('refused, it has the sentence next to its field and everything that was typed', async () => {
    const message = '<script>alert("hi")</script> 🏠'
    const { status, html } = await ask('/contact', {
      form: typed({ name: '🏠'.repeat(201), email: 'nobody', message }),
    })
    expect(status).toBe(422)
    expect(html).toMatch(/name="name"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="name"/)
    expect(wordsOf(html)).toContain('Please keep this to 200 characters.')
    expect(wordsOf(html)).toContain('Please enter a valid email address')
    expect(html).toContain('value="nobody"')
    expect(html).toContain('&lt;script&gt;alert(&quot;hi&quot;)&lt;/script&gt; 🏠</textarea>')
    expect(html).not.toContain('<script>alert')
  })

  test('PUB-101 too often, it is answered 429 with the time to wait, and what was typed is kept', async () => {
    const clientAddress = anAddress()
    for (const _ of [1, 2])
      expect(await ask('/contact', { form: typed(), clientAddress })).toMatchObject({ status: 200 })
    const { status, html } = await ask('/contact', {
      form: typed({ message: 'A third one' }),
      clientAddress,
    })
    expect(status).toBe(429)
    expect(wordsOf(html)).toMatch(
      /Please try again in 60 minutes, or write to hello@msingi\.example\./,
    )
    expect(html).toContain('A third one</textarea>')
  })

  test('PUB-093 when it cannot be stored, it says so with a reference and keeps what was typed', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    await change('alter table app.inquiry rename to inquiry_away')
    const { status, html } = await ask('/contact', { form: typed({ message: 'Still here' }) })
    await change('alter table app.inquiry_away rename to inquiry')
    expect(status).toBe(500)
    expect(wordsOf(html)).toMatch(/Failed to send message\. Please try again\. Reference [\w-]{36}/)
    expect(html).toContain('Still here</textarea>')
  })

  test('PUB-102 by a robot, it is answered like anyone’s', async () => {
    const form = typed({ website: 'https://casino.example' })
    const { status, html } = await ask('/contact', { form })
    expect(status).toBe(200)
    expect(wordsOf(html)).toContain('Thank You!')
  })
})
