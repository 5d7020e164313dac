import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setPassword } from '../../app/domain/accounts/recovery/set-password.server.ts'
import { matchTransaction } from '../../app/domain/bank-transactions/match-transaction.server.ts'
import { undoMatch } from '../../app/domain/bank-transactions/undo-match.server.ts'
import { recordPayment } from '../../app/domain/payments/record-payment.server.ts'
import { type AdminActor, transact } from '../../app/platform/database/database.server.ts'
import { usd } from '../../app/values/money.ts'
import { clearLimits, onlyStaff, setLimit } from '../approvals.ts'
import { aTransaction, twoAccounts } from '../bank-transactions.ts'
import { change } from '../database.ts'
import { aHolding } from '../ledger.ts'
import { anAdmin, aStaffMember, as } from '../people.ts'
import { limitedActs, money, nothingNext, on, reason, twoPersonActs } from '../two-person-acts.ts'

const key = () => randomUUID()

const owner = await anAdmin('Owner Amina')
const second = await anAdmin('Second Omar')
const cashier = await aStaffMember(['cashier'], 'Cashier Wanjiru')
const { dollars } = await twoAccounts()

beforeEach(async () => {
  await onlyStaff(owner, second, cashier)
  for (const act of limitedActs) await setLimit(act, 100)
})
afterEach(clearLimits)

const actsAlone = async () => {
  const { rows } = await change<{ by: string; logged: boolean }>(
    `select done_by as by, exists (select from app.audit_log a where a.act = 'by-one-person'
       and a.subject_id = t.id::text) as logged
     from app.two_person_act t where by_one_person order by done_at`,
  )
  return rows
}

const office = { owner, cashier, dollars }

describe.each(twoPersonActs)('%s', (_name, prepare) => {
  test('APPR-020 SENT-012 is refused by the database without a second person', async () => {
    const act = await prepare(office)
    await expect(as(owner, act)).rejects.toMatchObject({ code: 'MA001' })
  })

  test('APPR-021 goes through where no one else can approve, and is listed and logged', async () => {
    const act = await prepare(office)
    await onlyStaff(owner, cashier)
    const before = (await actsAlone()).length
    await expect(as(owner, act)).resolves.not.toHaveProperty('refused')
    const added = (await actsAlone()).slice(before)
    expect(added.length).toBeGreaterThan(0)
    for (const row of added) expect(row).toEqual({ by: owner.userId, logged: true })
  })

  test('APPR-022 goes through at the terminal', async () => {
    const act = await prepare(office)
    const command = { role: 'admin', userId: null, audited: 'command' } as const
    await expect(transact(command, act)).resolves.not.toHaveProperty('refused')
  })
})

test('APPR-023 the password of a colleague is not set by one person', async () => {
  const set = (userId: string) =>
    setPassword((work) => as(owner, work), { key: key(), userId, password: 'seven-warm-baobabs' })
  await expect(set(second.userId)).rejects.toMatchObject({ code: 'MA001' })
  // Not even where the colleague is the only other one who approves.
  await onlyStaff(owner, second)
  await expect(set(second.userId)).rejects.toMatchObject({ code: 'MA001' })
})

test('APPR-024 the only remaining approver acts alone after 24 hours', async () => {
  const { investmentId } = await aHolding()
  const pay = (amount = '101') => {
    const form = { key: key(), amount: usd(amount), receivedOn: on, ...money, ...nothingNext }
    return as(owner, (admin) => recordPayment(admin, investmentId, form))
  }
  for (const end of [
    `update auth."user" set status = 'inactive' where id = $1`,
    'delete from auth.staff_role where user_id = $1',
  ]) {
    const colleague = await aStaffMember(['manager'], 'Leaving Ali')
    await onlyStaff(owner, colleague)
    await change(end, [colleague.userId])
    await expect(pay()).rejects.toMatchObject({ code: 'MA001' })
    await change(`update auth.former_approver set ended_at = now() - interval '24 hours 1 second'`)
    await expect(pay()).resolves.toHaveProperty('receiptNumber')
  }
})

describe('a payment that a statement confirms', () => {
  const matchIt = async (automatic: 'reference' | null, by = cashier) => {
    const { investmentId } = await aHolding()
    const transactionId = await aTransaction(dollars, { minor: 50_000n })
    const parts = [{ investmentId, minor: null }]
    const input = { key: key(), transactionId, parts, automatic }
    return { transactionId, answer: as(by, (admin) => matchTransaction(admin, input)) }
  }

  test('APPR-025 needs no approval, nor does undoing it on its day; later it does', async () => {
    const first = await matchIt('reference')
    await expect(first.answer).resolves.not.toHaveProperty('refused')
    const undo = ({ transactionId }: { transactionId: string }) =>
      as(cashier, (admin) => undoMatch(admin, { key: key(), transactionId, reason }))
    await expect(undo(first)).resolves.toEqual({ undone: 1 })
    const next = await matchIt('reference')
    await next.answer
    await change('alter table app.ledger_entry disable trigger user')
    await change(
      `update app.ledger_entry set recorded_at = recorded_at - interval '1 day' where id = (
         select ledger_entry_id from app.allocation where bank_transaction_id = $1)`,
      [next.transactionId],
    )
    await change('alter table app.ledger_entry enable trigger user')
    await expect(undo(next)).rejects.toMatchObject({ code: 'MA001' })
  })

  test('APPR-026 above the limit, who uploaded the statement matches nothing by hand', async () => {
    const { investmentId } = await aHolding()
    const transactionId = await aTransaction(dollars, { minor: 50_000n })
    await change('alter table app.statement_file disable trigger user')
    await change(
      `update app.statement_file set uploaded_by = $1 where id = (
         select statement_file_id from app.bank_transaction where id = $2)`,
      [cashier.userId, transactionId],
    )
    await change('alter table app.statement_file enable trigger user')
    const parts = (minor: bigint) => [{ investmentId, minor }]
    const match = (minor: bigint) =>
      as(cashier, (admin) =>
        matchTransaction(admin, { key: key(), transactionId, parts: parts(minor) }),
      )
    expect(await match(20_000n)).toEqual({ refused: 'own-statement' })
    expect(await match(9_900n)).toHaveProperty('receipts')
  })
})

describe('a stranger past the server', () => {
  const asCashier = (statement: string) =>
    as(cashier, ({ tx }: AdminActor) => sql.raw(statement).execute(tx))

  test('APPR-027 decides nothing, and changes no limit, proposal or list by hand', async () => {
    const { rows } = await change(
      `insert into app.proposal (command, key, input, title, proposed_by)
       values ('record-payment', gen_random_uuid(), '{}', 'A payment', $1) returning id`,
      [owner.userId],
    )
    const id = rows[0]?.id
    for (const statement of [
      `update app.proposal set state = 'approved' where id = '${id}'`,
      `insert into app.proposal (command, key, input, title, proposed_by)
         values ('record-payment', gen_random_uuid(), '{}', 'Not mine', '${owner.userId}')`,
      `insert into app.proposal (command, key, input, title, proposed_by, decided_in)
         values ('record-payment', gen_random_uuid(), '{}', 'Decided', '${cashier.userId}', pg_current_xact_id())`,
      `insert into app.proposal_line (proposal_id, act) values ('${id}', 'payment')`,
      'update app.approval_limit set amount_cents = null',
      'delete from app.two_person_act',
      `insert into app.two_person_act (act, done_by, by_one_person) values ('payment', '${cashier.userId}', true)`,
    ])
      await expect(asCashier(statement), statement).rejects.toMatchObject({ code: '42501' })
    const { rows: decided } = await as(cashier, ({ tx }: AdminActor) =>
      sql<{ outcome: string }>`select decide_proposal(${id}, 'approved', null) as outcome`.execute(
        tx,
      ),
    )
    expect(decided).toEqual([{ outcome: 'not-allowed' }])
  })

  test('APPR-028 an approval covers what its lines name, and no more', async () => {
    const { investmentId } = await aHolding()
    const { investmentId: other } = await aHolding()
    const { rows } = await change(
      `with p as (insert into app.proposal (command, key, input, title, proposed_by)
         values ('record-payment', gen_random_uuid(), '{}', 'A payment', $1) returning id)
       insert into app.proposal_line (proposal_id, act, investment_id, project_id, amount_cents)
       select p.id, 'payment', i.id, i.project_id, 20000 from p, app.investment i where i.id = $2 returning proposal_id as id`,
      [cashier.userId, investmentId],
    )
    const proposalId = rows[0]?.id ?? ''
    const approveAndPay = (id: string, amount: string) =>
      as(second, async (admin) => {
        await sql`select decide_proposal(${proposalId}, 'approved', null)`.execute(admin.tx)
        const form = { key: key(), amount: usd(amount), receivedOn: on, ...money, ...nothingNext }
        return recordPayment(admin, id, form)
      })
    await expect(approveAndPay(investmentId, '200.01')).rejects.toMatchObject({ code: 'MA001' })
    await expect(approveAndPay(other, '200')).rejects.toMatchObject({ code: 'MA001' })
    await expect(approveAndPay(investmentId, '200')).resolves.toHaveProperty('receiptNumber')
    // The approval has gone with its transaction.
    await expect(approveAndPay(investmentId, '200')).rejects.toMatchObject({ code: 'MA001' })
  })
})
