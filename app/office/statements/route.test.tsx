import { beforeEach, describe, expect, test } from 'vitest'
import {
  aPayment,
  aPaymentAccount,
  bankFile,
  mpesaStatement,
} from '../../../tests/bank-statements.ts'
import { change } from '../../../tests/database.ts'
import { anAdmin } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { formOf, requestBy } from '../../../tests/requests.ts'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { setClock } from '../../platform/clock.server.ts'
import { action } from './new/route.tsx'

beforeEach(() => setClock(() => new Date('2026-11-26T09:00:00Z')))

const admin = await anAdmin('Halima Screens')
const cookie = await cookiesOf(admin)
const home = '/admin-dashboard/statements'
const nameA = 'ORG_600966_Utility Account_Completed_20261105071244.csv'

/** Sends a file; returns where it leads, or the messages. */
async function choose(name: string, content: string | Buffer, accountId = '') {
  const file = name === '' ? new File([], '') : new File([content as string], name)
  const body = formOf({ file, accountId })
  const init = { method: 'POST', body, duplex: 'half' } as RequestInit
  const args = requestBy(admin, `${home}/new`, init) as unknown as Parameters<typeof action>[0]
  const answer = await action(args)
  if (answer instanceof Response) return { to: answer.headers.get('location') ?? '', errors: {} }
  return { to: '', errors: answer.data.reply.errors }
}

const look = async (path: string) => wordsOf((await ask(path, { cookie })).html)
const fingerprintIn = (html: string) => /name="fingerprint" value="(\w+)"/.exec(html)?.[1] ?? ''

async function confirm(path: string) {
  const { html } = await ask(path, { cookie })
  return ask(path, { cookie, form: { fingerprint: fingerprintIn(html) } })
}

const dayOf = (number: string, ...shillings: number[]) =>
  mpesaStatement(number, {
    lines: shillings.map((amount, index) => aPayment(3, index, amount)),
    opening: 0,
    from: '03-11-2026',
    to: '03-11-2026',
  })

test('BANK-542 lines without an amount are counted apart, and balances that only lines state are shown', async () => {
  const accountId = await aPaymentAccount('0110200000077')
  const { to } = await choose('kcb.csv', bankFile('kcb.csv'), accountId)
  const words = await look(to)
  expect(words).toContain('Balance: KES 901,250.00 → to KES 1,094,490.00')
  expect(words).toMatch(/New 2 To be matched Seen before 0 .*Excluded 1 .*Problems 0/)
  expect(words).toContain('No amount 1')
  expect(words).toContain('2 lines to match, 1 line excluded.')
  expect(await look(`${to}?show=no-money`)).toContain('Balance brought forward No amount')
  await confirm(to)
  expect(await look(home)).toContain('KES 901,250.00 → to KES 1,094,490.00')
})

test('BANK-594 the preview counts money out apart from what is to be matched', async () => {
  await aPaymentAccount('600978')
  const sent = {
    ...aPayment(3, 2, -50),
    details: 'Business Payment to 25472****999 - JOHN DOE',
    type: 'Business Payment',
  }
  const lines = [aPayment(3, 1, 100), sent]
  const period = { from: '03-11-2026', to: '03-11-2026' }
  const { to } = await choose(
    'o.csv',
    Buffer.from(mpesaStatement('600978', { opening: 0, lines, ...period })),
  )
  const words = await look(to)
  expect(words).toContain('New 2 1 of them outgoing')
  expect(words).toContain('1 line to match, 1 outgoing line, 0 lines excluded.')
  expect(words).toContain('Line Date From or to Typed reference')
})

describe('BANK-340 a statement from upload to confirmation', () => {
  test('is recognised, looked at by kind of line, and added', async () => {
    await aPaymentAccount('600966')
    const { to } = await choose(nameA, bankFile(nameA))
    expect(to).toMatch(/statements\/drafts\/[0-9a-f-]{36}$/)
    expect(await look(to)).toMatch(
      /M-Pesa organisation portal, with a heading.*2 Nov 2026 to 4 Nov 2026.*KES 120,450\.00.*KES 536,451\.34.*New 8 To be matched .*Money in KES 923,912\.00, money out KES 507,910\.66/,
    )
    expect(await look(to)).toMatch(/New 8 Seen before 0 Excluded 12 Problems 0/)
    expect(await look(`${to}?show=excluded`)).toMatch(
      /Line 8 4 Nov 2026 MERCY \*\*\*\* ACHIENG .*Reversed by the provider KES|Reversed by the provider -KES 6,462\.00/,
    )
    expect(await look(to)).toMatch(
      /Nothing has been added yet\. 8 lines to match, 12 lines excluded\..*Add 20 transactions/,
    )
    const done = await confirm(to)
    expect(done).toMatchObject({ status: 303 })
    expect(done.location).toMatch(/transactions\?statement=[0-9a-f-]{36}$/)
    expect(decodeURIComponent(done.given.join())).toContain('20 transactions added')
    expect(await look(home)).toMatch(
      /2 Nov 2026 to 4 Nov 2026 Account 600966 .*KES 120,450\.00 → to KES 536,451\.34.*Halima Screens.*20 20 new/,
    )
    expect(await look(to)).toMatch(/was uploaded .* by Halima Screens ?\. Nothing is added twice/)
    expect((await ask(to, { cookie })).html).not.toContain('name="fingerprint"')
    const again = await choose('renamed.csv', bankFile(nameA))
    expect(again.errors.file).toMatch(
      /^This file was uploaded on .* by Halima Screens\. Nothing is added twice\.$/,
    )
  })

  test('has a page with what became of its lines', async () => {
    const number = '601234'
    const accountId = await aPaymentAccount(number)
    await confirm((await choose('one.csv', dayOf(number, 100, 200))).to)
    await confirm((await choose('two.csv', dayOf(number, 100, 200, 300))).to)
    const { rows } = await change(
      `select id from app.statement_file where payment_account_id = $1 and name = 'two.csv'`,
      [accountId],
    )
    expect(await look(`${home}/${rows[0]?.id}`)).toMatch(
      /Lines 3 1 new Money in KES 600\.00 Money out KES 0\.00.*Line 8 .*Unmatched KES 300\.00 Line 9 .*Unmatched Seen before KES 200\.00/,
    )
    expect(await look(`${home}?account=${accountId}`)).not.toContain('KES 120,450.00')
    expect((await ask(`${home}/${crypto.randomUUID()}`, { cookie })).status).toBe(404)
  })
})

test('BANK-341 totals are asked for next to their fields, and what was typed stays', async () => {
  await aPaymentAccount('0990200000001')
  const { to } = await choose('equity.csv', bankFile('equity.csv'))
  const led = await ask(to, { cookie })
  expect(led.location).toBe(`${to}/totals`)
  const path = `${to}/totals`
  expect(await look(path)).toContain(
    'Enter the totals that the bank shows for 2 Nov 2026 to 4 Nov 2026',
  )
  const wrong = await ask(path, { cookie, form: { totalIn: '1,064,212', totalOut: '-3.00' } })
  expect(wrong.status).toBe(422)
  expect(wordsOf(wrong.html)).toContain(
    'Money out adds up to KES 2.26 in the file, but the statement shows KES 3.00.',
  )
  expect(wrong.html).toContain('value="1,064,212"')
  const empty = await ask(path, { cookie, form: { totalIn: '', totalOut: 'abc' } })
  expect(wordsOf(empty.html).match(/Enter the total as the statement shows it/g)).toHaveLength(2)
  const right = await ask(path, { cookie, form: { totalIn: 'KES 1,064,212.00', totalOut: '2.26' } })
  expect(right.location).toBe(to)
  expect(await look(to)).toContain('Add 6 transactions')
})

test('BANK-342 the columns of an unknown layout are suggested, and wrong choices are named', async () => {
  const accountId = await aPaymentAccount()
  const file =
    'My bank\nPosted date,Particulars,Amount,Saldo\n02/11/2026,FROM HODAN,100.00,600.00\n03/11/2026,FEE,-5.00,595.00\n'
  const { to } = await choose('other.csv', file, accountId)
  const path = `${to}/columns`
  expect((await ask(to, { cookie })).location).toBe(path)
  const { html } = await ask(path, { cookie })
  expect(wordsOf(html)).toMatch(/Posted date .*02\/11\/2026 · 03\/11\/2026/)
  const chosen = [...html.matchAll(/<option value="(\w+)" selected/g)].map(([, use]) => use)
  expect(chosen).toEqual(['date', 'narrative', 'amount'])
  const send = (form: Record<string, string>) =>
    ask(path, { cookie, form: { dayOrder: 'day-first', ...form } })
  const columns = {
    'column-0': 'date',
    'column-1': 'narrative',
    'column-2': 'amount',
    'column-3': 'balance',
  }
  const twice = await send({ ...columns, 'column-3': 'amount' })
  expect(twice.status).toBe(422)
  expect(wordsOf(twice.html)).toContain('“Amount” is already chosen for this.')
  expect(wordsOf((await send({ ...columns, 'column-0': '' })).html)).toContain(
    'Choose the date column.',
  )
  expect(wordsOf((await send({ ...columns, 'column-2': 'in' })).html)).toContain(
    'Choose the amount column, or',
  )
  const unread = await send({ ...columns, 'column-0': 'narrative', 'column-1': 'date' })
  expect(wordsOf(unread.html)).toContain('Line 3: &quot;FROM HODAN&quot; is not a date')
  expect((await send(columns)).location).toBe(to)
  expect(await look(path)).not.toContain('Check the columns for money')
  await ask(`${to}/totals`, { cookie, form: { totalIn: '100', totalOut: '5' } })
  expect(await look(to)).toMatch(/Other, columns chosen by hand.*Add 2 transactions/)
})

test('BANK-571 columns that were kept and no longer read a file are shown with the reason', async () => {
  const accountId = await aPaymentAccount()
  await change(
    `update app.payment_account set statement_profile = 'mapped', statement_mapping = $2 where id = $1`,
    [
      accountId,
      JSON.stringify({
        date: 'Posted date',
        narrative: 'Particulars',
        balance: 'Saldo',
        valueDate: null,
        number: null,
        payerName: null,
        payerNumber: null,
        reference: null,
        dayOrder: 'day-first',
        signs: { kind: 'two-columns', in: 'Paid', out: 'Received' },
      }),
    ],
  )
  const lines = ['02/11/2026,FROM HODAN,,100.00,600.00', '03/11/2026,FEE,5.00,,595.00']
  const file = `Posted date,Particulars,Paid,Received,Saldo\n${lines.join('\n')}\n`
  const { to } = await choose('swapped.csv', file, accountId)
  expect((await ask(to, { cookie })).location).toBe(`${to}/columns`)
  expect(await look(`${to}/columns`)).toContain(
    'Line 3: the balance does not follow from the line before it. Check the columns for money in, money out and balance',
  )
})

describe('BANK-343 what cannot be uploaded is refused next to its field', () => {
  test('with what to choose instead', async () => {
    const accountId = await aPaymentAccount('600321')
    const errorsOf = async (...sent: Parameters<typeof choose>) => (await choose(...sent)).errors
    expect(await errorsOf('', '')).toEqual({ file: 'Choose the file of the statement.' })
    expect((await errorsOf('x.csv', '%PDF-1.4', accountId)).file).toContain('This file is a PDF.')
    expect((await errorsOf('x.csv', 'a', 'nonsense')).accountId).toContain('Choose an account')
    expect((await errorsOf('kcb.csv', bankFile('kcb.csv'))).accountId).toContain(
      'Choose the account.',
    )
    expect((await errorsOf('x.csv', dayOf('600322', 100))).file).toContain(
      'account 600322, which is not',
    )
    expect((await errorsOf('x.csv', Buffer.alloc(26_000_000, 'a'))).file).toContain(
      'larger than 25 MB',
    )
    await change('update app.payment_account set closed_at = now() where id = $1', [accountId])
    expect((await errorsOf('x.csv', dayOf('600321', 1), accountId)).accountId).toContain(
      'is closed',
    )
  })

  test('problems stand with their line, and nothing can be added', async () => {
    const number = '601777'
    await aPaymentAccount(number)
    await confirm((await choose('one.csv', dayOf(number, 100))).to)
    const { to } = await choose('two.csv', dayOf(number, 150, 200))
    expect(await look(to)).toMatch(
      /Problems 1 Nothing can be added.*Line 9 .*UK30000000 was uploaded before with KES 100\.00/,
    )
    expect((await ask(to, { cookie })).html).not.toMatch(/Add \d+ transaction/)
    expect(wordsOf((await confirm(to)).html)).toContain(
      'Nothing was added: some lines have problems.',
    )
  })

  test('what changed since the check is said', async () => {
    const number = '601888'
    await aPaymentAccount(number)
    const { to } = await choose('one.csv', dayOf(number, 100))
    const answer = await ask(to, { cookie, form: { fingerprint: '0'.repeat(64) } })
    expect(answer.status).toBe(422)
    expect(wordsOf(answer.html)).toContain('something changed since this was checked')
  })
})
