import { expect, test } from 'vitest'
import { folded } from '../../app/values/folded.ts'
import { asSuperuser } from '../database.ts'

/** Every letter and sign up to Georgian, of Ethiopic, of punctuation, and the forms of presentation. */
const ranges = [
  [0x01, 0x1c88],
  [0x1ca0 + 0x30, 0x1fff],
  [0x2000, 0x2bff],
  [0x2d80, 0x33ff],
  [0xac00, 0xac40],
  [0xfb00, 0xfffd],
] as const

test('DATA-291 the database compares every character as the program does', async () => {
  const texts = ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, at) => `A${String.fromCodePoint(from + at)}b`),
  )
  const { rows } = await asSuperuser((client) =>
    client.query<{ text: string; folded: string }>(
      'select text, app.folded(text) as folded from unnest($1::text[]) as text',
      [texts],
    ),
  )
  expect(rows).toHaveLength(texts.length)
  expect(rows.filter((row) => row.folded !== folded(row.text))).toEqual([])
})

test('DATA-292 a phone number is kept with its digits abroad and at home, whatever its country', async () => {
  const numbers = {
    '+254711222333': '254711222333 0711222333',
    '+252615550001': '252615550001 0615550001',
    '+16125550100': '16125550100 06125550100',
    '+4915112345678': '4915112345678 015112345678',
    'after 5 on 0722 333 444': '50722333444',
  }
  const { rows } = await asSuperuser((client) =>
    client.query<{ digits: string }>(
      'select app.phone_digits(phone) as digits from unnest($1::text[]) as phone',
      [Object.keys(numbers)],
    ),
  )
  expect(rows.map(({ digits }) => digits)).toEqual(Object.values(numbers))
})

test('DATA-293 a search asks an index of the columns that are compared', async () => {
  const plan = (where: string, table = 'app.investor') =>
    asSuperuser(async (client) => {
      await client.query('set enable_seqscan = off')
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain select id from ${table} where ${where}`,
      )
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
  expect(
    await plan("full_name_search like '%nganga%' or phone_search like '%0711%'"),
  ).not.toContain('Seq Scan')
  expect(await plan("full_name_search = 'sahra jama'")).toContain('Index Cond')
  expect(
    await plan(
      "(reference is not null and app.folded(reference) like '%qhx%') or (kind = 'payment' and amount_cents = 500)",
      'app.ledger_entry',
    ),
  ).not.toContain('Seq Scan')
  expect(
    await plan('archived_at is null order by full_name collate app.name_order, id limit 25'),
  ).not.toContain('Sort')
})
