import { afterEach, expect, test } from 'vitest'
import { aHolding, aPayment, takeBack } from '../../../tests/ledger.ts'
import { anAdmin, as, asPerson } from '../../../tests/people.ts'
import { find, issue } from '../../../tests/statements.ts'
import { anAddress } from '../../../tests/visits.ts'
import { setClock } from '../../platform/clock.server.ts'
import { transact } from '../../platform/database/database.server.ts'
import { workerCommand } from '../../platform/session/unattended.server.ts'
import { usd } from '../../values/money.ts'
import { companyFacts } from '../company/company.server.ts'
import { ledgerOf } from '../payments/ledger.server.ts'
import { paymentsOf } from '../payments/my-payments.server.ts'
import { reissueStatements } from '../statements/issue-statement.server.ts'
import { statementSheet } from '../statements/print-statement.server.ts'
import { verifyDocument } from '../statements/verify-document.server.ts'
import { chartsOf } from './my-charts.server.ts'
import { returnsOf } from './my-returns.server.ts'

const admin = await anAdmin()
const at = (moment: string) => setClock(() => new Date(moment))
afterEach(() => setClock())

const pay = async (investmentId: string, amount: string, on: string) =>
  (await aPayment(admin, investmentId, [amount, on])).paymentId

test('PUB-233 INV-230 an entry voided in a later period: its own is stated again and says so, and every day adds up as on screen and in the file', async () => {
  at('2026-11-21T09:00:00Z')
  const { investor, investmentId } = await aHolding()
  await pay(investmentId, '1,000.07', '2026-08-01')
  const wrong = await pay(investmentId, '6,250', '2026-09-03')
  const first = await issue(investor, '2026-Q3')
  at('2026-11-22T09:00:00Z')
  await takeBack(admin, wrong, '2026-11-22')
  await reissueStatements({ investorId: investor.investorId }, workerCommand)
  const old = await find(investor, first.statementId)
  const fresh = await find(investor, old?.replacedBy?.id ?? '')
  if (!old || !fresh) throw new Error('the period was not stated again')
  const verify = (code: string) =>
    transact({ role: 'guest' }, (guest) => verifyDocument(guest, code, anAddress()))
  expect(await verify(old.code)).toMatchObject({ state: 'replaced', changedOn: '2026-11-22' })
  expect(await verify(fresh.code)).toMatchObject({
    state: 'genuine',
    amount: usd('7,250.07'),
    voidedSince: usd('6,250'),
  })
  expect(statementSheet(fresh, await as(admin, companyFacts)).notes[0]).toBe(
    'Since 30 Sep 2026, $6,250.00 of what was paid to date was voided.',
  )
  const { tables } = statementSheet(fresh, await as(admin, companyFacts))
  const note = tables[1]?.rows.find(({ cells }) => cells[2] === '$6,250.00')?.note
  expect(note).toMatch(/^R-2026-\d{6}\. Voided on 22 Nov 2026: Booked twice$/)
  const ledger = await asPerson(investor, async (reader) =>
    (await paymentsOf(reader, [investmentId])).get(investmentId),
  )
  const screenAt = (on: string) => ledger?.find((line) => line.on <= on)?.balance
  expect(screenAt('2026-09-30')).toBe(fresh.closing)
  const today = await find(investor, (await issue(investor, '2026-Q4')).statementId)
  expect(today?.opening).toBe(fresh.closing)
  expect(today?.closing).toBe(usd('1,000.07'))
  // Its own lines have the void.
  expect(today?.voidedSince).toBe(usd('0'))
  expect(screenAt('2026-11-22')).toBe(today?.closing)
  const office = await as(admin, (actor) => ledgerOf(actor, investmentId))
  expect(office.map(({ balance }) => balance)).toEqual([
    usd('1,000.07'),
    usd('7,250.07'),
    usd('1,000.07'),
  ])
  const { months } = await asPerson(investor, async (reader) =>
    chartsOf(reader, await returnsOf(reader)),
  )
  expect(months.slice(-3).map(({ paid }) => paid)).toEqual([
    usd('7,250.07'),
    usd('7,250.07'),
    usd('1,000.07'),
  ])
})

test('PUB-233 INV-230 a statement whose opening balance holds an entry that is voided later says how much, whatever it replaced', async () => {
  at('2026-11-21T09:00:00Z')
  const { investor, investmentId } = await aHolding()
  await pay(investmentId, '1,000.07', '2026-03-01')
  const wrong = await pay(investmentId, '10,000', '2026-03-02')
  await pay(investmentId, '500', '2026-08-01')
  const { statementId } = await issue(investor, '2026-Q3')
  const asIssued = await find(investor, statementId)
  expect(asIssued).toMatchObject({ opening: usd('11,000.07'), voidedSince: usd('0') })
  at('2026-11-22T09:00:00Z')
  await takeBack(admin, wrong, '2026-11-22')
  await reissueStatements({ investorId: investor.investorId }, workerCommand)
  // Not a line of its period, so it stands and was not issued again.
  const standing = await find(investor, statementId)
  expect(standing).toMatchObject({
    replacedBy: null,
    sha256: asIssued?.sha256,
    voidedSince: usd('10,000'),
  })
  const verified = await transact({ role: 'guest' }, (guest) =>
    verifyDocument(guest, standing?.code ?? '', anAddress()),
  )
  expect(verified).toMatchObject({ state: 'genuine', voidedSince: usd('10,000') })
})
