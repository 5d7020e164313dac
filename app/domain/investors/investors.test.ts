import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as } from '../../../tests/people.ts'
import { setClock } from '../../platform/clock.server.ts'
import { usd } from '../../values/money.ts'
import { addInvestor } from './add-investor.server.ts'
import type { AddInvestorInput } from './investor-schema.ts'
import { listInvestors } from './investors.server.ts'

const admin = await anAdmin()
const other = await anAdmin('Faisal Noor')

function facts(email: string, more: Partial<AddInvestorInput> = {}): AddInvestorInput {
  return {
    key: randomUUID(),
    fullName: 'Hodan Ali',
    email,
    phone: null,
    linkedEmail: null,
    ...more,
  }
}

const add = (input: AddInvestorInput, by = admin) => as(by, (actor) => addInvestor(actor, input))
const anEmail = () => `${randomUUID()}@example.com`

function look<Row extends object>(text: string, values: unknown[]) {
  return asSuperuser(async (client) => (await client.query<Row>(text, values)).rows)
}

describe('adding an investor', () => {
  test('MIN-010 stores the investor and a pending account in the role investor, and queues one invitation', async () => {
    setClock(() => new Date('2026-03-31T21:30:00Z'))
    const email = anEmail()
    const added = await add(facts(email, { phone: '+254 700 000 050' }))
    expect(added).toEqual({ investorId: expect.any(String), invited: true })
    const stored = await look(
      `select i.full_name, i.phone, i.joined_on::text, u.email, u.role, u.status, u.name,
         (select count(*)::int from app.outbox o where o.user_id = u.id and o.template = 'invitation') as invitations
       from app.investor i join auth."user" u on u.id = i.user_id where i.email = $1`,
      [email],
    )
    expect(stored).toMatchObject([
      {
        full_name: 'Hodan Ali',
        phone: '+254 700 000 050',
        joined_on: '2026-04-01',
        email,
        role: 'investor',
        status: 'pending',
        name: 'Hodan Ali',
        invitations: 1,
      },
    ])
  })

  test('the same key adds and invites once, also at the same time; with other facts it is refused', async () => {
    const input = facts(anEmail())
    const [first, again] = await Promise.all([add(input), add(input)])
    expect(first).toEqual(again)
    expect(await look('select id from app.investor where email = $1', [input.email])).toHaveLength(
      1,
    )
    expect(await add({ ...input, fullName: 'Somebody Else' })).toEqual({ refused: 'key-reused' })
  })

  test('two admins adding one address at the same time: one investor, one refusal, no half of the other', async () => {
    const email = anEmail()
    const answers = await Promise.all([add(facts(email)), add(facts(email), other)])
    expect(answers.filter((answer) => 'investorId' in answer)).toHaveLength(1)
    expect(answers.filter((answer) => 'refused' in answer)).toEqual([{ refused: 'email-in-use' }])
    expect(await look('select id from auth."user" where email = $1', [email])).toHaveLength(1)
  })

  test('the account of a deleted investor who never set a password is told as one without', async () => {
    const email = anEmail()
    await add(facts(email))
    await asSuperuser(async (client) => {
      await client.query("select set_config('app.actor', 'command', false)")
      await client.query('delete from app.investor where email = $1', [email])
    })
    expect(await add(facts(email))).toMatchObject({
      refused: 'account-without-investor',
      hasPassword: false,
    })
  })

  test('an account without investor record is linked only once its own address was named', async () => {
    const administrator = await anAdmin('Ifrah Abdi')
    const { email } = administrator
    const search = {
      refused: 'account-without-investor',
      name: 'Ifrah Abdi',
      email,
      isClosed: false,
      hasPassword: true,
    }
    expect(await add(facts(email))).toEqual(search)
    expect(await add(facts(email, { linkedEmail: other.email }))).toEqual(search)
    expect(await add(facts(email, { linkedEmail: email }))).toMatchObject({ invited: false })
    expect(
      await look(
        'select i.user_id, u.role from app.investor i join auth."user" u on u.id = i.user_id where i.email = $1',
        [email],
      ),
    ).toEqual([{ user_id: administrator.userId, role: 'admin' }])
    expect(
      await look('select id from app.outbox where user_id = $1', [administrator.userId]),
    ).toEqual([])
    expect(await add(facts(email))).toEqual({ refused: 'email-in-use' })
  })
})

describe('the list', () => {
  const find = (q: string, more: Partial<Parameters<typeof listInvestors>[1]> = {}) =>
    as(admin, (actor) => listInvestors(actor, { q, status: null, order: 'name', page: 1, ...more }))
  const namesOf = async (q: string) =>
    (await find(q)).investors.map((investor) => investor.fullName)

  test('the search looks in name, email and phone, whatever the case; % and _ are ordinary characters', async () => {
    // A letter first: a word as short as `0%` is looked for at the beginnings of words too.
    const mark = `m${randomUUID().slice(0, 7)}`
    await add(
      facts(`quaint_${mark}@example.com`, { fullName: `Zahra ${mark}`, phone: '+254 799 123456' }),
    )
    await add(facts(`quaintx${mark}@example.com`, { fullName: `100% ${mark}` }))
    expect(await namesOf(`ZAHRA ${mark}`)).toEqual([`Zahra ${mark}`])
    expect(await namesOf(`quaint_${mark}`)).toEqual([`Zahra ${mark}`])
    expect(await namesOf('+254 799 123456')).toEqual([`Zahra ${mark}`])
    expect(await namesOf(`0% ${mark}`)).toEqual([`100% ${mark}`])
    expect(await namesOf(mark)).toEqual([`100% ${mark}`, `Zahra ${mark}`])
  })

  test('an Arabic name and one of 200 characters are found and shown whole', async () => {
    const long = `Waris ${'x'.repeat(194)}`
    await add(facts(anEmail(), { fullName: 'فاطمة الزهراء' }))
    await add(facts(anEmail(), { fullName: long }))
    expect(await namesOf('فاطمة')).toEqual(['فاطمة الزهراء'])
    expect(await namesOf('Waris xxx')).toEqual([long])
  })

  test('MIN-042 total invested is summed from the investments and leaves cancelled investments out; the account decides the status', async () => {
    const person = await anInvestor('Total Case', 'inactive')
    const projectId = await aProject()
    await anInvestment(person.investorId, projectId, usd('1,000.50'))
    const cancelled = await anInvestment(person.investorId, projectId, usd('500'))
    await asSuperuser(async (client) => {
      await client.query("select set_config('app.actor', 'command', false)")
      await client.query(
        "update app.investment set status = 'cancelled', cancelled_on = '2026-03-01' where id = $1",
        [cancelled],
      )
    })
    expect((await find(person.email)).investors).toMatchObject([
      { status: 'inactive', totalInvested: usd('1,000.50') },
    ])
  })

  test('a status narrows the list, pages hold 25, and the counts stay those of the search', async () => {
    const mark = randomUUID().slice(0, 8)
    for (let number = 0; number < 26; number += 1) {
      await add(facts(anEmail(), { fullName: `${mark} ${String(number).padStart(2, '0')}` }))
    }
    await anInvestor(`${mark} active`)
    const pending = await find(mark, { status: 'pending' })
    expect(pending).toMatchObject({
      total: 26,
      pageSize: 25,
      counts: { pending: 26, active: 1, inactive: 0 },
    })
    expect(pending.investors).toHaveLength(25)
    expect((await find(mark, { status: 'pending', page: 2 })).investors).toMatchObject([
      { fullName: `${mark} 25` },
    ])
  })
})
