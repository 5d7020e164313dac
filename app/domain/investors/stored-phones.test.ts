import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anAdmin, as } from '../../../tests/people.ts'
import { phoneReader } from '../../platform/phone.server.ts'
import { listInvestors } from './investors.server.ts'
import { readStoredPhones, unreadableInvestors } from './stored-phones.server.ts'

const admin = await anAdmin()
const first = '00000000-0000-0000-0000-000000000000'

async function anInvestorWith(fullName: string, phone: string | null) {
  const { rows } = await change(
    `insert into app.investor (email, full_name, phone, own_status, joined_on)
     values (md5(random()::text) || '@example.com', $1, $2, 'active', '2026-01-01') returning id`,
    [fullName, phone],
  )
  return rows[0]?.id ?? ''
}

const phonesNow = async (ids: string[]) => {
  const { rows } = await change<{ id: string; phone: string | null }>(
    'select id, phone from app.investor where id = any($1::uuid[])',
    [ids],
  )
  return ids.map((id) => rows.find((row) => row.id === id)?.phone)
}

test('DATA-311 phone numbers that were stored as typed are read once; what cannot be read stays, and is listed for the office', async () => {
  const written = [
    '0711 222 333',
    '+254 (0)711 222 334',
    '254711222335.0',
    '+252615550001',
    'ask his sister',
    null,
  ]
  const ids = []
  for (const [at, phone] of written.entries()) ids.push(await anInvestorWith(`Stored ${at}`, phone))
  const toggle = (how: string) => change(`alter table app.investor ${how} trigger refuse_invisible`)
  await toggle('disable')
  const nameless = await anInvestorWith('\u200b\u3164', null)
  await toggle('enable')
  const read = phoneReader('KE')
  expect(await as(admin, (actor) => readStoredPhones(actor, 'investor', read, first))).toBeNull()
  const stored = [
    '+254711222333',
    '+254711222334',
    '+254711222335',
    '+252615550001',
    'ask his sister',
    null,
  ]
  expect(await phonesNow(ids)).toEqual(stored)
  await as(admin, (actor) => readStoredPhones(actor, 'investor', read, first))
  expect(await phonesNow(ids)).toEqual(stored)
  const { listed, count } = await as(admin, unreadableInvestors)
  expect(count).toBe(2)
  expect(listed.map(({ id, phone }) => [id, phone]).toSorted()).toEqual(
    [
      [ids[4], 'ask his sister'],
      [nameless, null],
    ].toSorted(),
  )
  const { investors } = await as(admin, (actor) =>
    listInvestors(actor, { q: 'Stored', status: null, order: 'name', page: 1 }),
  )
  expect(investors.map(({ phone }) => phone)).toContain('+254 711 222333')
  expect(investors.map(({ phone }) => phone)).toContain('ask his sister')
})

test('DATA-312 phone numbers of inquiries are read too', async () => {
  const { rows } = await change(
    `insert into app.inquiry (source, name, email, phone, message)
     values ('contact', 'Asks', 'asks@example.com', '0711 222 333', 'Hello') returning id`,
  )
  await as(admin, (actor) => readStoredPhones(actor, 'inquiry', phoneReader('KE'), first))
  const now = await change<{ phone: string }>('select phone from app.inquiry where id = $1', [
    rows[0]?.id,
  ])
  expect(now.rows).toEqual([{ phone: '+254711222333' }])
})

test('DATA-302 the names of an earlier version are tidied as the forms do it', async () => {
  const names = {
    '\u00a0Sahra \u2003 Jama\u200b': 'Sahra Jama',
    'Zoe\u0308': 'Zoë',
    '\u200eAhmed\u200f': 'Ahmed',
    'می\u200cخواهم': 'می\u200cخواهم',
    '\u3164\u2800': '',
  }
  const { rows } = await asSuperuser((client) =>
    client.query<{ tidy: string }>(
      'select btrim(app.tidy_line(name)) as tidy from unnest($1::text[]) as name',
      [Object.keys(names)],
    ),
  )
  expect(rows.map(({ tidy }) => tidy)).toEqual(Object.values(names))
})
