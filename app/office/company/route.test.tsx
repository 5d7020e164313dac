import { describe, expect, test } from 'vitest'
import { aPaymentAccount } from '../../../tests/bank-statements.ts'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anAdmin, anInvestor, as } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { changeCompany } from '../../domain/company/change-company.server.ts'
import { companySettings } from '../../domain/company/company.server.ts'
import type { Company } from '../../domain/company/company.ts'
import { fieldsOf } from '../../domain/company/company-fields.ts'
import { demoCompany } from '../../domain/company/demo-company.ts'

const admin = await anAdmin()
const cookie = await cookiesOf(admin)
const path = '/admin-dashboard/company'

const settings = () => as(admin, companySettings)
const company = async () => (await settings()).company
const send = (form: Record<string, string>) => ask(path, { cookie, form })

async function shown(): Promise<Record<string, string>> {
  const { version, company } = await settings()
  return { ...fieldsOf(company), version: String(version) }
}

/** Stores settings as another administrator, bypassing the form. */
async function store(facts: Partial<Company>) {
  const { version } = await settings()
  await as(admin, (actor) =>
    changeCompany(actor, { version, company: { ...demoCompany, ...facts } }),
  )
}

function fieldOf(html: string, name: string): string | undefined {
  const field = new RegExp(
    `<textarea[^>]*name="${name}"[^>]*>([^<]*)<|<input(?=[^>]*name="${name}")[^>]*value="([^"]*)"`,
  )
  const [, long, short] = field.exec(html) ?? []
  return long ?? short
}

describe('Company Settings', () => {
  test('ADM-022 shows every setting in a field, and stores what was changed', async () => {
    await store({})
    const { status, html } = await ask(path, { cookie })
    expect(status).toBe(200)
    for (const [name, text] of Object.entries(fieldsOf(demoCompany))) {
      expect(fieldOf(html, name) ?? '', name).toBe(text.replaceAll("'", '&#x27;'))
    }
    const answer = await send({ ...(await shown()), motto: 'Built to last.' })
    const { version } = await settings()
    expect(answer).toMatchObject({ status: 303, location: `${path}?saved=${version}`, html: '' })
    expect(await company()).toEqual({ ...demoCompany, motto: 'Built to last.' })
  })

  test('keeps what was typed on a refusal, with a sentence next to each field', async () => {
    await store({})
    const form = {
      ...(await shown()),
      'social.instagram': 'instagram/msingi',
      'offices.1.city': '',
      motto: 'Half typed',
    }
    const { status, html } = await send(form)
    expect(status).toBe(422)
    expect(fieldOf(html, 'social.instagram')).toBe('instagram/msingi')
    expect(fieldOf(html, 'motto')).toBe('Half typed')
    for (const words of ['Start with https://', 'City is required', '2 problems, the first in']) {
      expect(wordsOf(html)).toContain(words)
    }
    expect(await company()).toEqual(demoCompany)
  })

  test('gives a row more, less or elsewhere without storing anything, and keeps the rest', async () => {
    await store({})
    const form = { ...(await shown()), headline: '' }
    const more = await send({ ...form, rows: 'offices add' })
    expect(fieldOf(more.html, 'offices.2.city')).toBe('')
    expect(fieldOf(more.html, 'headline')).toBe('')
    expect(more.html).not.toContain('aria-invalid="true"')
    const less = await send({ ...form, rows: 'testimonials remove 0' })
    expect(less.html).not.toContain('name="testimonials.4.quote"')
    const moved = await send({ ...form, rows: 'testimonials down 0' })
    expect(fieldOf(moved.html, 'testimonials.1.signedBy')).toBe('Investor, Nairobi')
    expect(await company()).toEqual(demoCompany)
  })

  test('ADM-023 tells the second of two admins what changed, keeps what they typed, and then stores both', async () => {
    await store({})
    const form = { ...(await shown()), motto: 'Mine', tagline: 'Only mine' }
    await store({ motto: 'Theirs', headline: 'Theirs alone' })
    const { status, html } = await send(form)
    expect(status).toBe(422)
    const words = wordsOf(html)
    expect(words).toContain('These settings changed while you were editing')
    expect(words).toContain(`Motto Was: ${demoCompany.motto} Is now: Theirs You changed it too`)
    expect(words).toContain(`Headline Was: ${demoCompany.headline} Is now: Theirs alone Copied to`)
    expect(await company()).toMatchObject({ motto: 'Theirs', tagline: demoCompany.tagline })

    const names = [...html.matchAll(/name="([^"]+)"/g)]
      .map(([, name]) => name ?? '')
      .filter((name) => name !== 'rows')
    const again = Object.fromEntries(names.map((name) => [name, fieldOf(html, name) ?? '']))
    expect(await send(again)).toMatchObject({ status: 303 })
    expect(await company()).toMatchObject({
      motto: 'Mine',
      tagline: 'Only mine',
      headline: 'Theirs alone',
    })
  })

  test('keeps what was typed when it cannot be stored, and names a reference', async () => {
    await store({})
    const form = { ...(await shown()), motto: 'Typed in vain' }
    await asSuperuser((client) =>
      client.query('alter table app.company add constraint no check (version < 0) not valid'),
    )
    const { status, html } = await send(form)
    await asSuperuser((client) => client.query('alter table app.company drop constraint no'))
    expect(status).toBe(500)
    expect(fieldOf(html, 'motto')).toBe('Typed in vain')
    expect(wordsOf(html)).toMatch(/could not be saved\. Your entries are kept\. .* Reference \S+/)
  })

  test('is for administrators, to read and to write', async () => {
    await store({})
    const investor = await cookiesOf(await anInvestor())
    const form = { ...(await shown()), motto: 'Not theirs to say' }
    expect(await ask(path)).toMatchObject({
      status: 302,
      location: `/login?next=${encodeURIComponent(path)}`,
      html: '',
    })
    expect(await ask(path, { cookie: investor })).toMatchObject({
      status: 302,
      location: '/investment-dashboard',
      html: '',
    })
    for (const act of [{}, { rows: 'offices add' }]) {
      expect((await ask(path, { form: { ...form, ...act } })).location).toMatch(/^\/login\?next=/)
      expect(await ask(path, { cookie: investor, form: { ...form, ...act } })).toMatchObject({
        status: 404,
      })
    }
    expect(await company()).toEqual(demoCompany)
  })

  test('has its entry in the sidebar, after the specified ones and before Visit Website', async () => {
    const { html } = await ask(path, { cookie })
    const entries = [...html.matchAll(/<a title="([^"]+)"/g)].map(([, title]) => title)
    const specified = entries.indexOf('Manage Users')
    expect(specified).toBeGreaterThan(0)
    expect(entries.indexOf('Company Settings')).toBeGreaterThan(specified)
    expect(entries.at(-1)).toBe('Visit Website')
    expect(html).toMatch(/title="Company Settings" aria-current="page"/)
  })
})

describe('the public pages', () => {
  const typedOver: Record<string, string> = {
    name: 'Zawadi Homes Limited',
    brand: 'Zawadi',
    foundedYear: '1998',
    headline: 'A house you can point at.',
    tagline: 'Shares in what is being built on the coast.',
    motto: 'A gift that stands.',
    blurb: 'Zawadi builds by the sea.',
    about: 'We began with one house in Lamu.',
    riskWarning: 'What goes up may come down.',
    contactEmail: 'karibu@zawadi.example',
    supportEmail: 'msaada@zawadi.example',
    phone: '+254 41 222 3333',
    whatsapp: '+254 722 333 444',
    'offices.0.city': 'Lamu',
    'offices.0.address': 'Harambee Avenue, Lamu',
    'hours.0.days': 'Tue-Thu',
    'hours.0.open': '7:30-3:15',
    'social.linkedin': 'https://linkedin.com/company/zawadi',
    'social.twitter': 'https://x.com/zawadi',
    'social.instagram': 'https://instagram.com/zawadi',
    'figures.properties': '12+',
    'figures.invested': '$3M+',
    'figures.satisfaction': '91%',
    'testimonials.0.quote': 'The keys were in my hand on the day they had said.',
    'testimonials.0.signedBy': 'Investor, Malindi',
  }

  test('ADM-022 show each setting as it was typed, links included', async () => {
    await store({})
    expect(await send({ ...(await shown()), ...typedOver })).toMatchObject({ status: 303 })
    const { html } = await ask('/')
    for (const [name, text] of Object.entries(typedOver)) {
      expect(html, name).toContain(name === 'whatsapp' ? 'https://wa.me/254722333444' : text)
    }
    expect(wordsOf(html)).toContain('Why Choose Zawadi')
    expect(html).toContain('href="tel:+254412223333"')
  })

  test('show script tags as text, in every setting', async () => {
    await store({})
    const script = '<script>alert(1)</script>'
    const free = Object.keys(typedOver).filter(
      (name) =>
        !/foundedYear|mail|phone|whatsapp|^social|^figures|\.open$|\.days$|^brand$/.test(name),
    )
    const form = {
      ...(await shown()),
      ...Object.fromEntries(free.map((name) => [name, script])),
      brand: '<b>Bold</b>',
    }
    expect(await send(form)).toMatchObject({ status: 303 })
    for (const page of [await ask('/'), await ask(path, { cookie }), await ask('/login')]) {
      expect(page.html).not.toContain('<script>alert')
      expect(page.html).not.toContain('<b>Bold')
    }
    expect((await ask('/')).html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })

  test('leave out what is not set, and keep the icons of the social links', async () => {
    await store({
      phone: null,
      whatsapp: null,
      figures: null,
      offices: [],
      hours: [],
      testimonials: [],
    })
    const { html } = await ask('/')
    expect(html).not.toMatch(/tel:|wa\.me|Client satisfaction|Opening hours/)
    expect(html).toMatch(/<span><svg[^>]*>.{0,400}?<\/svg>LinkedIn<\/span>/)
  })

  test('stand when the row was written by an earlier version or damaged by hand', async () => {
    for (const facts of ['{}', '{"hours": 3, "name": "Still here"}']) {
      await change('update app.company set facts = $1::jsonb', [facts])
      expect(await ask('/')).toMatchObject({ status: 200 })
      expect(await ask(path, { cookie })).toMatchObject({ status: 200 })
    }
    expect((await ask('/')).html).toContain('Still here')
  })
})

test('BANK-575 the settings say in which layout the statements of each payment account come', async () => {
  const accountId = await aPaymentAccount()
  const page = async () => wordsOf((await ask(path, { cookie })).html)
  expect(await page()).toContain('No statement uploaded yet')
  await change(`update app.payment_account set statement_profile = 'equity' where id = $1`, [
    accountId,
  ])
  expect(await page()).toContain('Statements: Equity Bank')
})

test('BANK-599 an open dialog has no second region called Messages while nothing is shown', async () => {
  const { html } = await ask(`${path}/accounts/new`, { cookie })
  expect(wordsOf(html)).toContain('Add payment account')
  expect(html).not.toContain('aria-label="Messages"')
})
