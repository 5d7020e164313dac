import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { anAdmin, anInvestor, as } from '../../../../tests/people.ts'
import type { AdminActor } from '../../../platform/database/database.server.ts'
import { changeEmails, previewBatch } from './batch-emails.server.ts'
import { readBatch } from './batch-emails.ts'

const admin = await anAdmin()
function adminCommand<Result>(work: (actor: AdminActor) => Promise<Result>): Promise<Result> {
  return as(admin, work)
}
const noFault = (fault: unknown) => {
  throw fault
}
const readyIn = async (text: string) => {
  const lines = await adminCommand((actor) => previewBatch(actor, text))
  return new Set(lines.filter(({ verdict }) => verdict === 'ready').map(({ line }) => line))
}
const apply = (text: string, ready: ReadonlySet<number>, key = randomUUID()) =>
  changeEmails(adminCommand, { key, text, ready }, noFault)
const anEmail = () => `${randomUUID().slice(0, 8)}@example.com`
const emailOf = async (userId: string) => {
  const { rows } = await change<{ email: string }>('select email from auth."user" where id = $1', [
    userId,
  ])
  return rows[0]?.email
}

describe('the lines', () => {
  const [id, other] = [
    '0198f3c2-0000-7000-8000-000000000001',
    '0198f3c2-0000-7000-8000-000000000002',
  ]

  test('are read with any separator, quotes, a header, a byte order mark and empty lines', () => {
    const wanted = [
      { line: 2, userId: id, email: 'new@example.com', fault: null },
      { line: 4, userId: other, email: 'o.ther@example.com', fault: null },
    ]
    const text = `\uFEFFuser id,new email\r\n"${id.toUpperCase()}" , "New@Example.com"\r\n\r\n${other},o.ther@example.com,,\r\n`
    expect(readBatch(text)).toEqual(wanted)
    expect(readBatch(text.replaceAll(',', ';'))).toEqual(wanted)
    expect(readBatch(text.replaceAll(',', '\t').replaceAll('\r\n', '\r'))).toEqual(wanted)
    expect(readBatch(`${id},a@example.com`)).toHaveLength(1)
    expect(readBatch(' \n\n')).toEqual([])
  })

  test('each say what is wrong with them', () => {
    const faultOf = (line: string) => readBatch(`${line}\n`)[0]?.fault
    expect(faultOf(`new@example.com,${id}`)).toBe('swapped')
    expect(faultOf(id)).toBe('malformed')
    expect(faultOf(`${id},a@example.com,b@example.com`)).toBe('malformed')
    expect(faultOf('1234,a@example.com')).toBe('bad-id')
    expect(faultOf(`${id},not an address`)).toBe('bad-email')
    expect(faultOf(`${id},a@b`)).toBe('bad-email')
  })

  test('that name one person or one address twice are wrong on both lines', () => {
    const faults = (text: string) => readBatch(text).map(({ fault }) => fault)
    expect(faults(`${id},a@example.com\n${id},b@example.com`)).toEqual([
      'duplicate-id',
      'duplicate-id',
    ])
    expect(faults(`${id},a@example.com\n${other},A@example.com`)).toEqual([
      'duplicate-email',
      'duplicate-email',
    ])
  })

  test('never make the reader fail, whatever they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) =>
        readBatch(text).every(({ line }) => line > 0),
      ),
    )
    fc.assert(
      fc.property(fc.array(fc.constantFrom('"', ',', '\n', '\t', 'a', '@', ' ')), (parts) => {
        readBatch(parts.join(''))
      }),
    )
  })
})

test('the preview says of each line what it would do, and changes nothing', async () => {
  const [first, two, three] = [
    await anInvestor('Amal Ali'),
    await anInvestor('Bilan Noor'),
    await anInvestor('Caasha Aden'),
  ]
  const imported = anEmail()
  await change(
    `insert into app.investor (email, full_name, joined_on) values ($1, 'Imported', '2025-01-01')`,
    [imported],
  )
  const email = anEmail()
  const text = [
    `${first.userId},${email}`,
    `${two.userId},${two.email}`,
    `${three.userId},${first.email}`,
    `${randomUUID()},${anEmail()}`,
    `${anEmail()},${randomUUID()}`,
    `${admin.userId},${imported}`,
  ].join('\n')
  const lines = await adminCommand((actor) => previewBatch(actor, text))
  expect(lines.map(({ verdict }) => verdict)).toEqual([
    'ready',
    'same',
    'taken',
    'unknown',
    'swapped',
    'oneself',
  ])
  expect(lines[0]).toMatchObject({ name: 'Amal Ali', present: first.email, email })
  expect(await emailOf(first.userId)).toBe(first.email)
})

test('MUS-047, MUS-052 (W-20) each line succeeds or fails by itself, and sending them again does nothing twice', async () => {
  const [investor, two, three] = [
    await anInvestor('Dahabo Ali'),
    await anInvestor('Ebla Noor'),
    await anInvestor('Filsan Aden'),
  ]
  const [first, third, key] = [anEmail(), anEmail(), randomUUID()]
  const text = `${investor.userId},${first}\n${two.userId},${three.email}\nnot a line\n${three.userId},${third}`
  const ready = await readyIn(text)
  const done = await apply(text, ready, key)
  expect(done.map(({ left }) => left)).toEqual([null, 'taken', 'malformed', null])
  expect(done[0]).toMatchObject({ former: investor.email, email: first })
  expect(await emailOf(investor.userId)).toBe(first)
  expect(await emailOf(two.userId)).toBe(two.email)
  expect(await emailOf(three.userId)).toBe(third)

  const again = await apply(text, ready, key)
  // The address of the second line is free by now; the preview said that it would be left, so it is.
  expect(again.map(({ left }) => left)).toEqual([null, 'not-chosen', 'malformed', null])
  const { rows } = await change<{ count: string }>(
    'select count(*) from app.outbox where user_id = any($1)',
    [[investor.userId, three.userId]],
  )
  expect(Number(rows[0]?.count)).toBe(4)
})

test('a line that breaks stops no other, and is reported', async () => {
  const [first, two] = [await anInvestor('Guuleed Ali'), await anInvestor('Hodan Noor')]
  const faults: unknown[] = []
  let opened = 0
  function breaking<Result>(work: (actor: AdminActor) => Promise<Result>): Promise<Result> {
    opened += 1
    return opened === 2 ? Promise.reject(new Error('connection lost')) : as(admin, work)
  }
  const text = `${first.userId},${anEmail()}\n${two.userId},${anEmail()}`
  const batch = { key: randomUUID(), text, ready: await readyIn(text) }
  const done = await changeEmails(breaking, batch, (fault) => faults.push(fault))
  expect(done.map(({ left }) => left)).toEqual(['failed', null])
  expect(faults).toHaveLength(1)
})
