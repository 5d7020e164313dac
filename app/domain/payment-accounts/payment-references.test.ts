import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anInvestment, anInvestor, aProject } from '../../../tests/people.ts'
import { usd } from '../../values/money.ts'

const investor = await anInvestor()
const project = await aProject()
const invest = () => anInvestment(investor.investorId, project, usd('1,000'))

const referenceOf = async (id: string) => {
  const { rows } = await change<{ code: string }>(
    'select code from app.payment_reference where investment_id = $1',
    [id],
  )
  return rows.map(({ code }) => code)
}

const checkOf = (five: string) =>
  asSuperuser(async (client) => {
    const { rows } = await client.query('select app.reference_check_character($1) as check', [five])
    return rows[0]?.check
  })

test.each([
  ['S7K2Q', '4'],
  ['ST3W9', 'X'],
  ['SR5H8', 'D'],
  ['00000', '0'],
])('BANK-137 the check character of %s is %s', async (five, check) => {
  expect(await checkOf(five)).toBe(check)
})

test('BANK-137 an investment gets a reference with it, unlike all others', async () => {
  const codes = new Set<string>()
  for (let made = 0; made < 40; made += 1) {
    const found = await referenceOf(await invest())
    expect(found).toHaveLength(1)
    const [code = ''] = found
    expect(code).toMatch(/^M[0-9A-HJKMNP-TV-Z]{6}$/)
    expect(await checkOf(code.slice(1, 6))).toBe(code[6])
    codes.add(code)
  }
  expect(codes.size).toBe(40)
})

test('BANK-137 the reference of a deleted investment is kept, so that it is never given again', async () => {
  const id = await invest()
  const [code] = await referenceOf(id)
  await change('delete from app.investment where id = $1', [id])
  const { rows } = await change(
    'select code as id from app.payment_reference where code = $1 and investment_id is null',
    [code],
  )
  expect(rows).toEqual([{ id: code }])
})

test.each(['MS7K2Q5', 'XS7K2Q4', 'MS7K2O4', 'ms7k2q4', 'MS7K2Q', ''])(
  'BANK-137 the database refuses the code %j',
  async (code) => {
    await expect(
      change('insert into app.payment_reference (code) values ($1)', [code]),
    ).rejects.toThrow(/check constraint/)
  },
)
