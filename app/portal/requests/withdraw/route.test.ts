import { expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { requestsOf } from '../../../../tests/investment-requests.ts'
import { anAdmin, anInvestor, anOffer } from '../../../../tests/people.ts'
import { ask } from '../../../../tests/product.tsx'
import { wordsOf } from '../../../../tests/screens.tsx'
import { cookiesOf } from '../../../../tests/visits.ts'
import { usd } from '../../../values/money.ts'

const anna = await anInvestor('Anna Mwangi')

const cookie = await cookiesOf(anna)

const office = await cookiesOf(await anAdmin())

test('REQ-009 a request is withdrawn after asking, by its own investor alone', async () => {
  const ben = await anInvestor('Ben Otieno')
  const own = await cookiesOf(ben)
  const { projectId } = await anOffer({ target: usd('20,000') }, 'Mangrove House')
  const { rows } = await change(
    `insert into app.investment_request (investor_id, project_id, amount_cents, understood_at)
     values ($1, $2, 500000, now()) returning id`,
    [ben.investorId, projectId],
  )
  const dialog = `/investment-dashboard/investments/requests/${rows[0]?.id}/withdraw`
  expect((await ask(dialog, { cookie })).status).toBe(404)
  expect((await ask(dialog, { cookie, form: {} })).status).toBe(404)
  expect(
    (await ask(`${dialog}?investorId=${ben.investorId}`, { cookie: office, form: {} })).status,
  ).toBe(404)
  expect(
    wordsOf((await ask(`${dialog}?investorId=${ben.investorId}`, { cookie: office })).html),
  ).toContain('Only the investor can withdraw this request.')
  expect(wordsOf((await ask(dialog, { cookie: own })).html)).toContain(
    'Your request of $5,000 is withdrawn',
  )
  expect(await ask(dialog, { cookie: own, form: {} })).toMatchObject({ status: 303 })
  expect(await requestsOf(ben)).toMatchObject([{ status: 'withdrawn' }])
  const again = await ask(dialog, { cookie: own, form: {} })
  expect(again.status).toBe(422)
  expect(wordsOf(again.html)).toContain('This request was already withdrawn.')
})
