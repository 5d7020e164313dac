import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { aPaymentAccount, aTransaction } from '../../../tests/bank-transactions.ts'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as, asPerson } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { calendarDate } from '../../values/calendar-date.ts'
import { usd } from '../../values/money.ts'
import { issueStatement } from '../statements/issue-statement.server.ts'
import { reopenTransaction } from './decide-transaction.server.ts'
import { matchTransaction } from './match-transaction.server.ts'

const admin = await anAdmin()
const sentence = 'USD 250.50 is held for you: it is not yet credited to an investment.'

test('BANK-409 BANK-557 what is held for an investor is shown to them, on statements and in the office, and to no one else', async () => {
  const person = await anInvestor('Hibo Nur')
  const other = await anInvestor('Sagal Nur')
  const investmentId = await anInvestment(person.investorId, await aProject('Pier'), usd('300'))
  const account = await aPaymentAccount({ kind: 'bank', currency: 'USD' })
  const transactionId = await aTransaction(account, { minor: 55_050n, payerName: 'HIBO NUR' })
  const parts = [{ investmentId, minor: null }]
  await as(admin, (actor) => matchTransaction(actor, { key: randomUUID(), transactionId, parts }))
  const year = { from: calendarDate('2026-01-01'), to: calendarDate('2026-12-31') }
  const issued = await asPerson(person, (actor) => issueStatement(actor, person.investorId, year))
  const statementId = 'statementId' in issued ? issued.statementId : ''
  const look = async (who: typeof person | typeof admin, path: string) =>
    wordsOf((await ask(path, { cookie: await cookiesOf(who) })).html)
  const places = ['', '/investments', `/statements/${statementId}`]
  for (const place of places)
    expect(await look(person, `/investment-dashboard${place}`), place).toContain(sentence)
  const dashboard = await look(person, '/investment-dashboard')
  expect(dashboard.indexOf(sentence)).toBeLessThan(dashboard.indexOf('Total Invested'))
  expect(await look(other, '/investment-dashboard')).not.toContain('held for')
  const inOffice = `/admin-dashboard/investors/${person.investorId}`
  expect(await look(admin, inOffice)).toContain('USD 250.50 held for Hibo Nur')
  await change("update app.bank_transaction set waits_because = 'completed' where id = $1", [
    transactionId,
  ])
  const lines = await look(admin, '/admin-dashboard/transactions?state=all&q=HIBO')
  expect(lines).toContain('is held for Hibo Nur')
  expect(lines).not.toContain('names a completed investment')
  await as(admin, (actor) => reopenTransaction(actor, { transactionId, reason: null }))
  for (const place of places)
    expect(await look(person, `/investment-dashboard${place}`), place).not.toContain('held for')
  const again = await asPerson(person, (actor) => issueStatement(actor, person.investorId, year))
  expect(again).toEqual({ statementId, isNew: false })
})
