import { expect, test } from 'vitest'
import { answerTo } from '../../../tests/answers.ts'
import { asSuperuser } from '../../../tests/database.ts'
import { anAdmin, as } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { checkImport, readImport } from '../../domain/imports/imports.server.ts'
import { setClock } from '../../platform/clock.server.ts'
import { action } from './new/route.tsx'

const admin = await anAdmin()
const cookie = await cookiesOf(admin)
const path = '/admin-dashboard/exchange-rates'
const today = () => setClock(() => new Date('2026-11-26T09:00:00Z'))

const add = (fields: Record<string, string> = {}) =>
  answerTo(action, `${path}/new`, {
    cookie,
    form: { currency: 'KES', rate: '129.24', datedOn: '2026-11-20', source: 'company', ...fields },
  })
const rates = () =>
  asSuperuser(async (client) => {
    const { rows } = await client.query<{ rate: string }>(
      'select rate::text from app.exchange_rate order by recorded_at',
    )
    return rows.map(({ rate }) => Number(rate))
  })

test('BANK-136 a rate is added, and the list has it with who entered it', async () => {
  today()
  expect(wordsOf((await ask(path, { cookie })).html)).toContain('No exchange rates yet')
  expect(await add()).toMatchObject({
    status: 303,
    location: path,
    toast: { text: '129.24 KES per US dollar from 20 Nov 2026.' },
  })
  const words = wordsOf((await ask(path, { cookie })).html)
  expect(words).toContain('20 Nov 2026 KES, Kenya shilling Company rate Amina Yusuf')
  const other = await ask(`${path}?currency=SOS`, { cookie })
  expect(wordsOf(other.html)).not.toContain('129.24')
  expect(wordsOf(other.html)).toContain('No rates for SOS')
  expect(wordsOf(other.html)).not.toContain('No exchange rates yet')
})

test.each([
  ['nothing', { rate: '' }, { rate: 'Enter the rate.' }],
  [
    'a comma for the point',
    { rate: '129,24' },
    { rate: 'Write it with a point: 129.24. Commas group thousands.' },
  ],
  ['zero', { rate: '0' }, { rate: 'Enter a rate like 129.24, with up to eight decimals.' }],
  ['a day that is none', { datedOn: '2026-02-30' }, { datedOn: expect.any(String) }],
  [
    'a day to come',
    { datedOn: '2026-11-27' },
    { datedOn: expect.stringContaining('in the future') },
  ],
  [
    'a day to come and nothing',
    { rate: '', datedOn: '2026-11-27' },
    { rate: 'Enter the rate.', datedOn: expect.stringContaining('in the future') },
  ],
  ['a year of a slip', { datedOn: '1900-01-01' }, { datedOn: 'Enter a day from 1 Jan 2000.' }],
  ['dollars', { currency: 'USD' }, { currency: 'Choose a currency.' }],
  [
    'a slip of the point',
    { rate: '12.924' },
    {
      rate: 'This is more than 5% from the last rate, 129.24 on 20 Nov 2026. Check it.',
      confirmed: 'Tick this if the rate is right.',
    },
  ],
])('BANK-136 BANK-265 BANK-581 %s is refused next to its field', async (_, fields, errors) => {
  today()
  const before = await rates()
  expect(await add(fields)).toMatchObject({ status: 422, errors })
  expect(await rates()).toEqual(before)
})

test('BANK-136 a tick confirms the rate that was refused, and no other', async () => {
  today()
  const far = { rate: '12.924', datedOn: '2026-11-24' }
  const confirmed = 'KES 12.924 2026-11-24 company'
  expect(await add({ ...far, rate: '1.2924', confirmed })).toMatchObject({ status: 422 })
  expect(await add({ ...far, confirmed: 'on' })).toMatchObject({ status: 422 })
  expect(await add({ ...far, confirmed })).toMatchObject({ status: 303 })
  expect(
    await add({ datedOn: '2026-11-24', confirmed: 'KES 129.24 2026-11-24 company' }),
  ).toMatchObject({ status: 303 })
})

const check = async (content: string) => {
  const read = await readImport('exchange-rates', content)
  if (!read.ok) throw new Error('the file cannot be read')
  return as(admin, (actor) => checkImport(actor, 'exchange-rates', content))
}

test('BANK-136 BANK-548 a file of rates is checked row by row', async () => {
  today()
  const { ready, here, problems } = await check(
    [
      'Date,Currency,Rate,Source',
      '2026-11-20,KES,129.24,Company',
      '2026-11-21,kes,129.50,',
      '2026-11-22,KES,"129,60",CBK',
      '2026-11-23,KES,12.95,Company',
      '2026-11-21,KES,129.40,Company',
      '2027-01-01,KES,129.40,Company',
      '2026-11-24,XYZ,129.40,Company',
      '2026-11-24,KES,129.40,Reuters',
    ].join('\n'),
  )
  expect(here.map(({ row }) => row)).toEqual([2])
  expect(ready.map(({ row, name }) => [row, name])).toEqual([[3, 'KES 129.50']])
  expect(problems.map(({ row, column, says }) => `${row} ${column}: ${says}`)).toEqual([
    '4 Rate: Write it with a point: 129.60. Commas group thousands.',
    '5 Rate: This is more than 5% from 129.50, the rate before.',
    '6 Date: The same day and currency is in row 3.',
    '7 Date: This date is in the future.',
    '8 Currency: Not a currency with a rate.',
    '9 Source: Not a rate source.',
  ])
})
