import { expect } from '@playwright/test'
import { demoAdminEmail, demoInvestorEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, openPage, test } from './fixtures.ts'
import { look } from './look.ts'
import { desk, expectWellBuilt, phone, type Screen } from './well-built.ts'

test('the steps of Invest Now and what the office makes of a request are sound at every width', async ({
  page,
  program,
  browser,
}) => {
  await comeIn(page, demoInvestorEmail)
  const invest = '/investment/coastal-villas/invest'
  const take = (form: Record<string, string>) =>
    page.request.post(invest, { form, headers: { origin: program.origin }, maxRedirects: 0 })
  const title = 'Invest in Coastal Villas · Msingi'
  // What was typed into the first step stays when the page is read again, until it is sent.
  await page.goto(invest)
  await page.getByLabel('Another amount').check()
  await page.getByLabel('Amount in US dollars').fill('41,500')
  await page.getByLabel('Note').fill('Typed and not sent')
  await page.goto(invest)
  await expect(page.getByLabel('Another amount')).toBeChecked()
  await expect(page.getByLabel('Amount in US dollars')).toHaveValue('41,500')
  await expect(page.getByLabel('Note')).toHaveValue('Typed and not sent')
  await take({
    step: 'amount',
    choice: 'other',
    amount: '40,000',
    note: 'Is the parking included?',
  })
  await expectWellBuilt(page, [`${invest}?step=terms`, title, 'Invest in Coastal Villas'], phone)
  expect(await page.evaluate(() => sessionStorage.getItem('invest:coastal-villas'))).toBeNull()
  const terms = await page.locator('input[name=terms]').inputValue()
  await take({ step: 'terms', terms, isRequest: 'on', isRisky: 'on' })
  await expectWellBuilt(page, [`${invest}?step=review`, title, 'Invest in Coastal Villas'], phone)
  await page.getByRole('button', { name: /^Send request of / }).click()
  await page.waitForURL((url) => url.pathname === invest && url.search === '')
  await expectWellBuilt(
    page,
    [invest, 'Your request for Coastal Villas · Msingi', 'Thank You!'],
    phone,
  )

  const [{ id } = {}] = await look(program, (query) =>
    query(
      "select id from app.investment_request where status = 'pending' order by requested_at desc limit 1",
    ),
  )
  const { page: office } = await openPage(browser, program)
  await comeIn(office, demoAdminEmail)
  const at = '/admin-dashboard/requests'
  const screens: Screen[] = [
    [at, 'Investment Requests · Msingi', 'Investment Requests'],
    [`${at}?q=nobody-of-this-name`, 'Investment Requests · Msingi', 'Investment Requests'],
    [`${at}/${id}/approve`, 'Approve Request · Msingi', 'Investment Requests'],
    [`${at}/${id}/decline`, 'Decline Request · Msingi', 'Investment Requests'],
  ]
  for (const screen of screens) await expectWellBuilt(office, screen, desk)
  await office.context().close()
  await look(program, (query) => query('delete from app.investment_request where id = $1', [id]))
})
