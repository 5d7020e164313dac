import { expect, test } from 'vitest'
import { answerTo } from '../../../tests/answers.ts'
import { change } from '../../../tests/database.ts'
import { aRequest, requestsOf } from '../../../tests/investment-requests.ts'
import { anAdmin, anInvestment, anInvestor, anOffer } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { usd } from '../../values/money.ts'
import { action, shouldRevalidate } from './route.tsx'

const anna = await anInvestor('Anna Mwangi')

const cookie = await cookiesOf(anna)

const office = await cookiesOf(await anAdmin())

const at = (slug: string, query = '') => `/investment/${slug}/invest${query}`

const look = async (slug: string, query = '') => (await ask(at(slug, query), { cookie })).html

const send = (slug: string, fields: Record<string, string>, as = cookie) =>
  ask(at(slug), { cookie: as, form: fields })

const field = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"|value="([^"]*)"[^>]* name="${name}"`)
    .exec(html)
    ?.slice(1)
    .find(Boolean) ?? ''

/** Ticks both checkboxes of the terms shown. */
const understand = async (slug: string, as = cookie) => {
  const terms = field((await ask(at(slug, '?step=terms'), { cookie: as })).html, 'terms')
  return send(slug, { step: 'terms', terms, isRequest: 'on', isRisky: 'on' }, as)
}

test('REQ-001 an investor is led through amount, terms and review, and what was typed waits on every device', async () => {
  const { slug } = await anOffer({ units: 3, unitPrice: usd('35,000') }, 'Pier House')
  const first = wordsOf(await look(slug))
  expect(first).toContain('Invest in Pier House')
  expect(first).toContain('3 of 3')
  expect(first).toContain('Everything available')
  const kept = await send(slug, { step: 'amount', choice: '70,000', amount: '', note: 'Call me' })
  expect(kept).toMatchObject({ status: 303, location: at(slug, '?step=terms') })
  // Another device shares nothing but the account.
  expect(wordsOf(await look(slug))).toContain('Before you continue')
  const unticked = await send(slug, { step: 'terms', isRequest: 'on' })
  expect(unticked.status).toBe(422)
  expect(wordsOf(unticked.html)).toContain('Please confirm that you understand the risk.')
  const ticked = await understand(slug)
  expect(ticked).toMatchObject({ status: 303, location: at(slug, '?step=review') })
  const review = await look(slug)
  expect(wordsOf(review)).toContain('Check your request')
  expect(wordsOf(review)).toContain('Send request of $70,000')
  const sent = { step: 'review', key: field(review, 'key'), version: field(review, 'version') }
  expect(await send(slug, sent)).toMatchObject({ status: 303, location: at(slug) })
  // Submitted twice, by a double click or a reload: one request and the same page.
  expect(await send(slug, sent)).toMatchObject({ status: 303, location: at(slug) })
  const thanks = wordsOf(await look(slug))
  expect(thanks).toContain('Thank You!')
  expect(thanks).toContain('Your request of $70,000 in Pier House has reached us.')
  expect(await requestsOf(anna)).toEqual([
    { amount_cents: '7000000', note: 'Call me', status: 'pending' },
  ])
  const list = wordsOf((await ask('/investment-dashboard/investments', { cookie })).html)
  expect(list).toContain('Investment requests')
  expect(list).toMatch(/Pier House .*\$70,000 .*Open/)
})

test.each([
  ['4,999', 'The minimum for this project is $5,000.'],
  ['20,001', 'Only $20,000 is available. Choose a smaller amount.'],
  ['0', 'The amount must be greater than zero.'],
  ['1.250,00', 'Use commas between thousands and a point before the cents'],
  ['', 'Enter an amount.'],
])(
  'REQ-002 an amount of %s is refused next to its field, and stays there',
  async (amount, sentence) => {
    const { slug } = await anOffer({ minimum: usd('5,000'), target: usd('20,000') })
    const answer = await send(slug, { step: 'amount', choice: 'other', amount, note: 'Keep this' })
    expect(answer.status).toBe(422)
    const html = answer.html
    expect(wordsOf(html)).toContain(sentence)
    expect(html).toMatch(/<input[^>]*aria-invalid="true"[^>]*name="amount"/)
    expect(html).toContain(`value="${amount}"`)
    expect(html).toContain('Keep this')
  },
)

test('a note that is too long is not cut: it is refused next to its field, and stays there whole', async () => {
  const { slug } = await anOffer({ minimum: usd('5,000'), target: usd('20,000') })
  const note = `${'So many words. '.repeat(70)}The end.`
  expect((await ask(at(slug), { cookie })).html).not.toMatch(/<textarea[^>]*maxlength/i)
  const { status, html } = await send(slug, {
    step: 'amount',
    choice: 'other',
    amount: '5,000',
    note,
  })
  expect(status).toBe(422)
  expect(html).toMatch(/<textarea[^>]*aria-invalid="true"/)
  expect(wordsOf(html)).toMatch(/1,?000 characters/)
  expect(html).toContain(note)
})

test('nothing chosen and a form of no step are refused with words', async () => {
  const { slug } = await anOffer({ units: 3, unitPrice: usd('35,000') })
  expect(wordsOf((await send(slug, { step: 'amount' })).html)).toContain(
    'Choose how much you would like to invest.',
  )
  const nonsense = await send(slug, { step: 'elsewhere' })
  expect(nonsense.status).toBe(422)
  expect(wordsOf(nonsense.html)).toContain('Reload the page and try again.')
})

test('REQ-006 a guest is led to their own form, which offers to sign in and come back', async () => {
  const { slug } = await anOffer({ target: usd('20,000') }, 'Harbour Row')
  expect(await ask(at(slug))).toMatchObject({
    status: 302,
    location: `/investment/${slug}/interest`,
  })
  const { html } = await ask(`/investment/${slug}/interest`)
  expect(html).toContain(`href="/login?next=/investment/${slug}/invest"`)
  await change(`update app.project set status = 'completed' where slug = $1`, [slug])
  expect(await ask(`/investment/${slug}/interest`)).toMatchObject({
    location: `/contact?project=${slug}`,
  })
  expect((await ask(`/contact?project=${slug}`)).html).not.toContain('/login?next=')
})

test('REQ-006 an administrator reads why there is no form, in view mode too, and can send nothing', async () => {
  const { slug } = await anOffer({ target: usd('20,000') })
  for (const query of ['', `?investorId=${anna.investorId}`]) {
    const { status, html } = await ask(at(slug, query), { cookie: office })
    expect(status).toBe(200)
    expect(wordsOf(html)).toContain('You are signed in as an administrator.')
    expect(html).not.toContain('name="choice"')
  }
  const sent = await send(
    slug,
    { step: 'amount', choice: 'other', amount: '5,000', note: '' },
    office,
  )
  expect(sent.status).toBe(404)
})

test('a project that is taken whole, or does not say what it offers, shows the way to write', async () => {
  const taken = await anOffer({ target: usd('20,000') })
  await anInvestment((await anInvestor()).investorId, taken.projectId, usd('20,000'))
  expect(wordsOf(await look(taken.slug))).toContain('Nothing is available at the moment')
  const rest = await anOffer({ target: usd('20,000'), minimum: usd('5,000') }, 'Narrow Court')
  await anInvestment((await anInvestor()).investorId, rest.projectId, usd('15,000.45'))
  expect(wordsOf(await look(rest.slug))).toMatch(
    /Not enough is available at the moment .*\$4,999\.55 of Narrow Court is available, and the minimum is \$5,000\./,
  )
  const silent = await anOffer({ minimum: usd('5,000') }, 'Quiet Court')
  expect(wordsOf(await look(silent.slug))).toContain('Talk to us about Quiet Court')
})

test('REQ-005 a project that closed in the meantime: what was reviewed is not sent, and the page says why', async () => {
  const { slug, projectId } = await anOffer({ target: usd('20,000') }, 'Closing Court')
  await send(slug, { step: 'amount', choice: 'other', amount: '5,000', note: '' })
  await understand(slug)
  const review = await look(slug)
  const sent = { step: 'review', key: field(review, 'key'), version: field(review, 'version') }
  await change(`update app.project set status = 'completed' where id = $1`, [projectId])
  const before = await requestsOf(anna)
  const tooLate = await send(slug, sent)
  expect(tooLate.status).toBe(422)
  expect(wordsOf(tooLate.html)).toMatch(
    /no longer takes investments\. Nothing was sent\. .*Closing Court is closed/,
  )
  expect(await requestsOf(anna)).toEqual(before)
  expect(wordsOf(await look(slug))).toContain('Closing Court is closed')
})

test('REQ-004 an investor who is late for the last unit reads that nothing was sent, and no promise or button next to it', async () => {
  const { slug, projectId } = await anOffer({ units: 1, unitPrice: usd('35,000') }, 'Last Court')
  await send(slug, { step: 'amount', choice: '35,000', amount: '', note: '' })
  await understand(slug)
  const review = await look(slug)
  const sent = { step: 'review', key: field(review, 'key'), version: field(review, 'version') }
  await anInvestment((await anInvestor()).investorId, projectId, usd('35,000'))
  const late = await send(slug, sent)
  expect(late.status).toBe(422)
  expect(wordsOf(late.html)).toMatch(
    /Nothing is available in this project at the moment\. Nothing was sent\. .*Nothing is available at the moment/,
  )
  for (const stale of ['It is reserved for you', 'Send request of'])
    expect(wordsOf(late.html)).not.toContain(stale)
})

test('REQ-004 of terms that have changed since they were read nothing is sent: they are read again, and the units stay', async () => {
  const { slug, projectId } = await anOffer({ units: 3, unitPrice: usd('35,000') }, 'Dune House')
  await send(slug, { step: 'amount', choice: '35,000', amount: '', note: '' })
  await understand(slug)
  const sent = async () => {
    const review = await look(slug)
    return { step: 'review', key: field(review, 'key'), version: field(review, 'version') }
  }
  const [terms, review] = ['?step=terms', '?step=review'].map((step) => at(slug, step))
  const changed = /or the risks have changed since you read this.* A unit costs \$35,000 now\./
  for (const set of ["completion_on = '2031-12-29'", "risk_text = 'The sea is near.'"]) {
    const outdated = await sent()
    await change(`update app.project set ${set} where id = $1`, [projectId])
    expect(await send(slug, outdated)).toMatchObject({ status: 303, location: terms })
    expect(wordsOf(await look(slug, '?step=review'))).toMatch(changed)
    expect(await understand(slug)).toMatchObject({ status: 303, location: review })
  }
  expect(await send(slug, await sent())).toMatchObject({
    status: 303,
  })
  expect(wordsOf(await look(slug))).toContain('Thank You!')
  await change('update app.project set unit_price_cents = 7000000, units = 9 where id = $1', [
    projectId,
  ])
  const list = wordsOf((await ask('/admin-dashboard/requests?q=dune', { cookie: office })).html)
  expect(list).toMatch(/\$35,000 1 unit/)
})

test('REQ-004 what was chosen and is no longer available is chosen again first, and can be discarded', async () => {
  const { slug, projectId } = await anOffer({ units: 3, unitPrice: usd('35,000') }, 'Quay House')
  await send(slug, { step: 'amount', choice: '70,000', amount: '', note: 'Call me' })
  await understand(slug)
  await anInvestment((await anInvestor()).investorId, projectId, usd('70,000'))
  const again = await look(slug)
  expect(wordsOf(again)).toContain('Only $35,000 is available. Choose a smaller amount.')
  expect(wordsOf(again)).toContain('The offer has changed. Nothing was sent.')
  expect(again).toMatch(/<input[^>]*aria-invalid="true"[^>]*name="amount"/)
  expect(again).toContain('value="70,000"')
  expect(again).toContain('Call me')
  for (const step of ['terms', 'review'])
    expect(wordsOf(await look(slug, `?step=${step}`))).toContain(
      'How much would you like to invest?',
    )
  const discarded = await send(slug, { step: 'discard' })
  expect(discarded.location).toContain('/investment-dashboard/investments')
  expect(wordsOf(await look(slug))).not.toMatch(
    /Choose a smaller amount|Discard this request|Call me/,
  )
})

test('REQ-005 a project taken off the site in the meantime: nothing is sent, and the investor reads so where they are', async () => {
  const { slug, projectId } = await anOffer({ target: usd('20,000') }, 'Hidden Court')
  await send(slug, { step: 'amount', choice: 'other', amount: '5,000', note: '' })
  await understand(slug)
  const review = await look(slug)
  await change('update app.project set published = false where id = $1', [projectId])
  const before = await requestsOf(anna)
  const sent = { step: 'review', key: field(review, 'key'), version: field(review, 'version') }
  // As the page's script receives it; the status prevents revalidation.
  const text = 'This project is no longer offered. Nothing was sent.'
  const answer = await answerTo(action, `${at(slug)}.data`, {
    cookie,
    form: sent,
    params: { slug },
  })
  expect(answer).toMatchObject({ status: 410, errors: { form: text } })
  // Without JavaScript there would be no page.
  const led = await answerTo(action, at(slug), { cookie, form: sent, params: { slug } })
  expect(led).toMatchObject({
    location: '/investment-dashboard/investments',
    toast: { title: 'Not sent', text },
  })
  expect(await requestsOf(anna)).toEqual(before)
})

test('a refused step has the offer read again, by script too; one without a session stays as it was typed', () => {
  const at = new URL('https://msingi.test/investment/pier-house/invest?step=review')
  const revalidateArgs = {
    currentUrl: at,
    nextUrl: at,
    currentParams: {},
    nextParams: {},
    defaultShouldRevalidate: false,
  }
  type RevalidateArgs = Parameters<typeof shouldRevalidate>[0]
  const after = (actionStatus: number) =>
    shouldRevalidate({ ...revalidateArgs, formMethod: 'POST', actionStatus } as RevalidateArgs)
  expect(after(422)).toBe(true)
  // Revalidation would redirect a guest and lose the typed values.
  for (const status of [401, 409, 410, 503]) expect(after(status)).toBe(false)
  expect(shouldRevalidate(revalidateArgs as RevalidateArgs)).toBe(false)
})

test('REQ-005 a project that closed while a request waits says what becomes of the request, to its investor alone', async () => {
  const offered = await anOffer({ target: usd('20,000') }, 'Waiting Court')
  const requestId = await aRequest(anna, offered, usd('5,000'))
  await change(`update app.project set status = 'completed' where id = $1`, [offered.projectId])
  const html = await look(offered.slug)
  expect(wordsOf(html)).toMatch(
    /Waiting Court is closed .*Your request of \$5,000 ?, sent on .*, is still open but can no longer become an investment\. It expires on /,
  )
  expect(html).toContain(`/investment-dashboard/investments/requests/${requestId}/withdraw`)
  const ben = await cookiesOf(await anInvestor('Ben Otieno'))
  for (const cookies of [ben, office, ''])
    expect(wordsOf((await ask(at(offered.slug), { cookie: cookies })).html)).not.toContain(
      'Your request',
    )
})
