import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import {
  aPayment as aLine,
  aPaymentAccount,
  aReversal,
  type MpesaLine,
  mpesaStatement,
  transactionsOf,
  upload,
} from '../../../tests/bank-statements.ts'
import { change } from '../../../tests/database.ts'
import { aHolding } from '../../../tests/ledger.ts'
import { anAdmin, as } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { setClock } from '../../platform/clock.server.ts'
import { excludeTransaction } from './decide-transaction.server.ts'
import { matchTransaction } from './match-transaction.server.ts'
import { undoMatch } from './undo-match.server.ts'
import { listWithdrawnStatements, withdrawStatement } from './withdraw-statement.server.ts'

beforeEach(() => setClock(() => new Date('2026-11-26T09:00:00Z')))

const admin = await anAdmin('Halima Office')
const cookie = await cookiesOf(admin)
const number = '600800'
const key = '5f9c1f5e-0000-4000-8000-00000000000'
const first = aLine(3, 1, 500)
const second = aLine(3, 2, 300)

const dayOf = (day: number, opening: number, ...lines: MpesaLine[]) => {
  const on = `0${day}-11-2026`
  return mpesaStatement(number, { opening, lines, from: on, to: on, currency: 'USD' })
}

async function uploadTo(accountId: string, content: string) {
  const answer = await as(admin, (actor) => upload(actor, { accountId, content }))
  if ('refused' in answer) throw new Error(answer.refused)
  return answer.statementFileId
}

const withdraw = (id: string, reason = 'Of another account') =>
  as(admin, (actor) => withdrawStatement(actor, id, reason))

test('BANK-543 a statement is withdrawn with its transactions, kept in the history, and uploaded again', async () => {
  const accountId = await aPaymentAccount(number, 'USD')
  const content = dayOf(3, 0, first, second)
  const id = await uploadTo(accountId, content)
  const [line] = await transactionsOf(accountId)
  const excluded = { transactionId: line?.id ?? '', exclusion: 'other', reason: 'Rent' } as const
  await as(admin, (actor) => excludeTransaction(actor, excluded))
  expect(await withdraw(id)).toEqual({ withdrawn: true })
  expect(await transactionsOf(accountId)).toEqual([])
  const kept = await as(admin, (actor) => listWithdrawnStatements(actor, accountId))
  expect(kept).toMatchObject([{ lines: 2, reason: 'Of another account', by: 'Halima Office' }])
  const { rows } = await change<{ decisions: string; audited: string }>(
    `select jsonb_path_query_array(transactions, '$[*].decisions[*].reason')::text as decisions,
       (select count(*)::text from app.audit_log where subject_id = w.id::text) as audited
     from app.withdrawn_statement w where id = $1`,
    [id],
  )
  expect(rows).toEqual([{ decisions: '["Rent"]', audited: expect.stringMatching(/^[1-9]/) }])
  expect(await withdraw(id)).toEqual({ refused: 'not-found' })
  await uploadTo(accountId, content)
  expect(await transactionsOf(accountId)).toHaveLength(2)
})

/** What the dialog says; one that cannot be withdrawn is not asked for a reason. */
async function dialogOf(id: string) {
  const { html } = await ask(`/admin-dashboard/statements/${id}/withdraw`, { cookie })
  const isAsked = html.includes('name="reason"')
  const words = wordsOf(html)
  expect(isAsked).toBe(!/first\./.test(words))
  return words
}

test('BANK-544 BANK-603 a statement with matched money, or with lines that a later one has, is not withdrawn', async () => {
  const accountId = await aPaymentAccount(number, 'USD')
  const id = await uploadTo(accountId, dayOf(3, 0, first, second))
  const [line] = await transactionsOf(accountId)
  const transactionId = line?.id ?? ''
  const { investmentId } = await aHolding()
  const parts = [{ investmentId, minor: null }]
  const matched = await as(admin, (actor) =>
    matchTransaction(actor, { key: `${key}1`, transactionId, parts }),
  )
  expect(matched).toHaveProperty('receipts')
  expect(await withdraw(id)).toEqual({ refused: 'matched' })
  expect(await dialogOf(id)).toMatch(/Money of this statement is matched.*Undo that first/)
  await as(admin, (actor) => undoMatch(actor, { key: `${key}2`, transactionId, reason: 'Wrong' }))
  const later = await uploadTo(
    accountId,
    mpesaStatement(number, {
      opening: 0,
      lines: [first, second, aLine(4, 1, 50)],
      currency: 'USD',
      from: '03-11-2026',
      to: '04-11-2026',
    }),
  )
  expect(await withdraw(id)).toEqual({ refused: 'seen-again' })
  expect(await dialogOf(id)).toContain('Withdraw the later one first.')
  expect(await dialogOf(later)).toContain('Reason')
  expect(await withdraw(later)).toEqual({ withdrawn: true })
  expect(await transactionsOf(accountId)).toHaveLength(2)
  expect(await withdraw(id)).toEqual({ withdrawn: true })
})

test('BANK-545 a payment that a withdrawn reversal had excluded is open again', async () => {
  const accountId = await aPaymentAccount(number, 'USD')
  await uploadTo(accountId, dayOf(3, 0, first, second))
  const reversal = await uploadTo(accountId, dayOf(4, 800, aReversal(4, 3, first)))
  const states = async () => (await transactionsOf(accountId)).map(({ exclusion }) => exclusion)
  expect(await states()).toEqual(['reversal-pair', null, 'reversal-pair'])
  await withdraw(reversal)
  expect(await states()).toEqual([null, null])
})

test('BANK-543 no role deletes what a statement added, whatever it sets', async () => {
  const accountId = await aPaymentAccount(number, 'USD')
  await uploadTo(accountId, dayOf(3, 0, first))
  for (const table of ['bank_transaction', 'statement_file', 'allocation'] as const)
    await expect(
      as(admin, async ({ tx }) => {
        await sql`select set_config('app.withdraws_statement', 'on', true)`.execute(tx)
        return tx.deleteFrom(table).execute()
      }),
    ).rejects.toThrow('permission denied')
})

test('BANK-543 the office withdraws a statement in a dialog, with a reason', async () => {
  const accountId = await aPaymentAccount(number, 'USD')
  const id = await uploadTo(accountId, dayOf(3, 0, first, second))
  const page = `/admin-dashboard/statements/${id}`
  expect((await ask(page, { cookie })).html).toContain(`${page}/withdraw`)
  const dialog = wordsOf((await ask(`${page}/withdraw`, { cookie })).html)
  expect(dialog).toContain('withdrawn with the 2 transactions that it added')
  const empty = await ask(`${page}/withdraw`, { cookie, form: { reason: ' ' } })
  expect([empty.status, wordsOf(empty.html)]).toEqual([422, expect.stringContaining('Write why')])
  const done = await ask(`${page}/withdraw`, { cookie, form: { reason: 'Wrong account' } })
  expect(done).toMatchObject({ status: 303, location: '/admin-dashboard/statements' })
  const list = wordsOf((await ask('/admin-dashboard/statements', { cookie })).html)
  expect(list).toContain('Wrong account')
  expect((await ask(page, { cookie })).status).toBe(404)
})
