import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { connectionOf } from '../../app/platform/database/connections.server.ts'
import { anAdmin, anInvestor } from '../people.ts'

const { userId, investorId } = await anInvestor('Amina Yusuf')

/** Asks as a login of the program, in one connection; what is refused answers its code. */
async function asLogin(login: string, ...statements: [text: string, values?: unknown[]][]) {
  const client = new pg.Client(connectionOf(login))
  await client.connect()
  try {
    const answers: unknown[] = []
    for (const [text, values] of statements) {
      const answer = await client.query(text, values).catch(({ code }) => ({ rows: code }))
      answers.push(answer.rows)
    }
    return answers
  } finally {
    await client.end()
  }
}

const actAs = 'select app.act_as($1, $2, $3, $4, $5)'
const asInvestor = ['investor', userId, investorId, 'investor', '192.0.2.1']
const refused = '42501'

test('RT-460 a login reads nothing before it has taken a role, whatever it says of itself', async () => {
  const settings = `select set_config('app.user_id', $1, false), set_config('app.investor_id', $2, false)`
  for (const login of ['msingi_web', 'msingi_office']) {
    const answers = await asLogin(
      login,
      [settings, [userId, investorId]],
      ['select id from app.investor'],
      ['select id from auth."user"'],
      ['insert into app.receipt_counter (year, last_sequence) values (2098, 1)'],
    )
    expect(answers.slice(1)).toEqual([refused, refused, refused])
  }
})

test('RT-460 a role is taken for one transaction, with its settings, and neither is left after its end', async () => {
  const look = `select current_user as role, coalesce(current_setting('app.user_id', true), '') as "userId",
    coalesce(current_setting('app.investor_id', true), '') as "investorId",
    coalesce(current_setting('app.actor', true), '') as actor,
    coalesce(current_setting('app.client_address', true), '') as address`
  const nobody = { role: 'msingi_web', userId: '', investorId: '', actor: '', address: '' }
  for (const end of ['commit', 'rollback']) {
    const answers = await asLogin(
      'msingi_web',
      ['begin read only'],
      [actAs, asInvestor],
      [look],
      ['select id from app.investor'],
      [end],
      [look],
      ['select id from app.investor'],
    )
    expect(answers.slice(2)).toEqual([
      [{ role: 'msingi_investor', userId, investorId, actor: 'investor', address: '192.0.2.1' }],
      [{ id: investorId }],
      [],
      [nobody],
      refused,
    ])
  }
})

test('outside of a transaction the role is gone with the statement', async () => {
  const answers = await asLogin('msingi_web', [actAs, asInvestor], ['select id from app.investor'])
  expect(answers[1]).toBe(refused)
})

test('RT-461 a login takes no role that it is not a member of, and no role but the four', async () => {
  const { userId: admin } = await anAdmin()
  const none = [null, null, 'guest', '']
  const attempts: [login: string, role: string | null][] = [
    ['msingi_web', 'admin'],
    ['msingi_web', 'system'],
    ['msingi_office', 'investor'],
    ['msingi_office', 'guest'],
    ['msingi_system', 'admin'],
    ...['reactions', 'owner', 'auth', 'web', '', 'Admin', 'guest, msingi_admin', null].map(
      (role): [string, string | null] => ['msingi_web', role],
    ),
  ]
  for (const [login, role] of attempts) {
    const answers = await asLogin(
      login,
      ['begin'],
      [actAs, [role, ...none]],
      ['rollback'],
      ['select current_user as role'],
    )
    expect([login, role, answers[1]]).toEqual([login, role, refused])
    expect(answers[3]).toEqual([{ role: login }])
  }
  const [, smuggled] = await asLogin(
    'msingi_web',
    ['begin'],
    [actAs, ["investor'; set role msingi_admin; --", admin, null, 'admin', '']],
  )
  expect(smuggled).toBe(refused)
})

test('RT-461 who has taken a role cannot act as another one with the function', async () => {
  const other = ['investor', randomUUID(), randomUUID(), 'investor', '']
  const answers = await asLogin('msingi_web', ['begin'], [actAs, asInvestor], [actAs, other])
  expect(answers[2]).toBe(refused)
  const [id] = await asLogin('msingi_web', [actAs, ['investor', 'no id', null, 'investor', '']])
  expect(id).toBe('22P02')
})

test('sign-in and the public cannot call it', async () => {
  const [auth] = await asLogin('msingi_auth', [actAs, asInvestor])
  expect(auth).toBe(refused)
})
