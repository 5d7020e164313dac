import { expect, test } from 'vitest'
import { answerTo } from '../../../tests/answers.ts'
import { change } from '../../../tests/database.ts'
import { anInvestor, anOffer, type Person } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { usd } from '../../values/money.ts'
import { action } from './route.tsx'

const field = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"|value="([^"]*)"[^>]* name="${name}"`)
    .exec(html)
    ?.slice(1)
    .find(Boolean) ?? ''

/** An investor at Invest Now of their own project, in as many tabs as a test needs. */
async function anAsker() {
  const person = await anInvestor('Ben Otieno')
  const cookie = await cookiesOf(person)
  const { slug, projectId } = await anOffer({ target: usd('20,000') })
  await change('update app.project set annual_return_bp = 850 where id = $1', [projectId])
  const here = `/investment/${slug}/invest`
  const look = async (query = '') => (await ask(`${here}${query}`, { cookie })).html
  const send = (form: Record<string, string>) => ask(here, { cookie, form })
  const choose = (amount: string) => send({ step: 'amount', choice: 'other', amount, note: '' })
  const understand = async () =>
    send({
      step: 'terms',
      terms: field(await look('?step=terms'), 'terms'),
      isRequest: 'on',
      isRisky: 'on',
    })
  const review = async () => {
    const html = await look()
    return { step: 'review', key: field(html, 'key'), version: field(html, 'version') }
  }
  const discard = () =>
    answerTo(action, here, { cookie, form: { step: 'discard' }, params: { slug } })
  return { person, look, send, choose, understand, review, discard }
}

async function requestsOf({ investorId }: Person) {
  const { rows } = await change<{ amount_cents: string; status: string }>(
    'select amount_cents, status from app.investment_request where investor_id = $1 order by requested_at',
    [investorId],
  )
  return rows
}

test('what was changed in another tab after it was reviewed is shown again and not sent', async () => {
  const { person, send, choose, understand, review } = await anAsker()
  await choose('5,000')
  await understand()
  const reviewed = await review()
  await choose('9,000')
  const answer = await send(reviewed)
  expect(answer.status).toBe(422)
  expect(wordsOf(answer.html)).toContain('Nothing was sent; check it again.')
  expect(wordsOf(answer.html)).toContain('Send request of $9,000')
  expect(await requestsOf(person)).toEqual([])
})

test('REQ-004 what another tab discarded is not sent, which is said; the terms name the expected return', async () => {
  const { person, look, send, choose, understand, review, discard } = await anAsker()
  await choose('5,000')
  expect(wordsOf(await look())).toContain('Expected now: 8.5% a year.')
  await understand()
  const reviewed = await review()
  expect(await discard()).toMatchObject({ toast: { title: 'Request discarded' } })
  const late = await send(reviewed)
  expect(late.status).toBe(422)
  expect(wordsOf(late.html)).toMatch(
    /Nothing was sent; choose an amount again.* How much would you like to invest/,
  )
  expect(await requestsOf(person)).toEqual([])
})

test('REQ-004 next to a request that another tab sent nothing is discarded and nothing kept, and both are said', async () => {
  const { person, look, send, choose, understand, review, discard } = await anAsker()
  await choose('5,000')
  await understand()
  await send(await review())
  expect(await discard()).toMatchObject({ toast: { title: 'Not discarded' } })
  for (const step of [
    { step: 'amount', choice: 'other', amount: '7,000', note: '' },
    { step: 'terms', terms: 'x', isRequest: 'on', isRisky: 'on' },
  ]) {
    const answer = await send(step)
    expect(answer.status).toBe(422)
    expect(wordsOf(answer.html)).toMatch(
      /already sent.* and this was not saved.* Thank You! Your request of \$5,000/,
    )
  }
  expect(await requestsOf(person)).toMatchObject([{ amount_cents: '500000', status: 'pending' }])
  await change(
    `update app.investment_request set status = 'withdrawn', decided_at = now() where investor_id = $1`,
    [person.investorId],
  )
  expect(wordsOf(await look())).toContain('How much would you like to invest')
  expect(await look()).not.toContain('7,000')
})
