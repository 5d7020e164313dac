import { createHash } from 'node:crypto'
import { render } from 'react-email'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { aHolding, sendPayment } from '../../../tests/ledger.ts'
import { anAdmin, as, asPerson, day } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf, visitTo } from '../../../tests/visits.ts'
import { loader as officeCard } from '../../office/investments/$investment/how-to-pay/pdf/route.ts'
import { workerCommand } from '../../platform/session/unattended.server.ts'
import { loader as ownCard } from '../../portal/investments/$investment/how-to-pay/pdf/route.ts'
import { usd } from '../../values/money.ts'
import { composeInvitation } from '../accounts/invitations/invitation-mail.server.tsx'
import { companyFacts } from '../company/company.server.ts'
import { composeReceipt } from '../payments/receipt-mail.server.tsx'
import { issueStatement } from '../statements/issue-statement.server.ts'
import { statementSheet } from '../statements/print-statement.server.ts'
import { findStatement } from '../statements/statements.server.ts'
import { findReceipt } from './find-receipt.server.ts'

const admin = await anAdmin()
await change(
  `insert into app.exchange_rate (currency, rate, dated_on, source)
   values ('KES', 129.24, '2026-01-20', 'company')`,
)
const shillings = {
  minor: 1_292_400n,
  currency: 'KES' as const,
  rate: null,
  source: 'company' as const,
  isConfirmed: false,
}

async function aPaidHolding(amount: typeof shillings | ReturnType<typeof usd> = shillings) {
  const holding = await aHolding('Hodan Abdi', 'Quay House')
  const paid = await sendPayment(admin, holding.investmentId, { amount })
  if ('refused' in paid) throw new Error(paid.refused)
  const { rows } = await change<{ code: string }>(
    'select code from app.payment_reference where investment_id = $1',
    [holding.investmentId],
  )
  return { ...holding, ...paid, reference: rows[0]?.code ?? '' }
}

const addAccount = (number: string) =>
  change(
    `insert into app.payment_account (kind, name, number, currency)
     values ('paybill', 'M-Pesa ' || $1, $1, 'KES') returning id`,
    [number],
  )

test('BANK-139 /verify shows what was paid in another currency, and for dollars nothing of the kind', async () => {
  const verified = async ({ receiptNumber }: { receiptNumber: string }) => {
    const receipt = await as(admin, (actor) => findReceipt(actor, receiptNumber))
    return wordsOf((await ask(`/verify/${receipt?.code}`)).html)
  }
  expect(await verified(await aPaidHolding())).toContain('Amount $100.00 Paid as KES 12,924.00')
  expect(await verified(await aPaidHolding(usd('100')))).not.toContain('Paid as')
})

test('BANK-140 a receipt of before has the hash it had, and is genuine; one that is changed is not', async () => {
  const { paymentId, receiptNumber } = await aPaidHolding(usd('250'))
  const { rows } = await asSuperuser(async (client) => {
    await client.query('set session_replication_role = replica')
    await client.query('update app.receipt set version = 1 where number = $1', [receiptNumber])
    await client.query('update app.receipt r set sha256 = app.receipt_hash(r) where number = $1', [
      receiptNumber,
    ])
    return client.query(
      `select r.*, extract(epoch from issued_at)::text as issued, received_on::text as on, year::text, sequence::text
       from app.receipt r where entry_id = $1`,
      [paymentId],
    )
  })
  const [row] = rows
  const stated = [
    ...['receipt', row.year, row.sequence, row.code, row.entry_id, row.investor_id],
    ...[row.investor_name, row.project_name, row.method, row.reference ?? ''],
    ...[row.amount_cents, row.agreed_cents, row.received_cents, row.on, row.issued],
  ]
  const hash = createHash('sha256').update(stated.join('\x1f')).digest('hex')
  expect(row.sha256).toBe(hash)
  const page = () => ask(`/verify/${row.code}`)
  expect(wordsOf((await page()).html)).toContain('This receipt is genuine.')
  await asSuperuser(async (client) => {
    await client.query('set session_replication_role = replica')
    await client.query("update app.receipt set version = 2, payer_name = 'Someone' where id = $1", [
      row.id,
    ])
  })
  expect((await page()).status).toBe(404)
})

test('BANK-138 receipt and invitation emails say how to pay what remains', async () => {
  await addAccount('600966')
  const { investor, paymentId, reference } = await aPaidHolding()
  const receipt = await workerCommand((worker) =>
    composeReceipt(worker, { template: 'receipt', userId: investor.userId, subjectId: paymentId }),
  )
  const words = await render(receipt?.body, { plainText: true })
  expect(words).toContain('Paid: KES 12,924.00 at 129.24')
  expect(words).toContain(`Payment reference, Quay House: ${reference}, $34,900.00 (KES`)
  expect(words).toContain(`Business number 600966, Account number ${reference}`)
  expect(words.replace(/\s+/g, ' ')).toContain('Our account details never change by email')
  await change("update auth.user set status = 'pending' where id = $1", [investor.userId])
  const invitation = await workerCommand((worker) =>
    composeInvitation(worker, {
      template: 'invitation',
      userId: investor.userId,
      subjectId: null,
    }),
  )
  expect(await render(invitation?.body, { plainText: true })).toContain(reference)
})

test('BANK-138 a statement has a column for what was paid in, and how to pay outside its hash', async () => {
  const { investor, reference } = await aPaidHolding()
  const period = { from: day('2026-01-01'), to: day('2026-03-31') }
  const issue = () => as(admin, (actor) => issueStatement(actor, investor.investorId, period))
  const issued = await issue()
  const id = 'statementId' in issued ? issued.statementId : ''
  const sheet = () =>
    asPerson(investor, async (reader) => {
      const statement = await findStatement(reader, id)
      return statement && statementSheet(statement, await companyFacts(reader))
    })
  const { tables, notes, frame } = (await sheet()) ?? {}
  expect(tables?.[1]?.head).toEqual(['Date', 'Entry', 'Paid in', 'Amount', 'Paid to date'])
  expect(tables?.[1]?.rows.map(({ cells }) => cells)).toContainEqual([
    ...['31 Mar 2026', 'Payment, Quay House', 'KES 12,924.00', '$100.00', '$100.00'],
  ])
  expect(notes?.join(' ')).toContain(`payment reference ${reference}.`)
  expect(notes?.join(' ')).toContain('M-Pesa takes at most KES 250,000 at a time')
  expect(notes?.join(' ')).toMatch(/Quay House: \$[\d,.]+ \(KES [\d,]+ at 129\.24 KES per USD of /)
  await addAccount('600977')
  expect(await issue()).toMatchObject({ statementId: id, isNew: false })
  const later = await sheet()
  expect(later?.notes.join(' ')).toContain('business number 600977 (KES)')
  expect(later?.frame.fingerprint).toBe(frame?.fingerprint)
  await change(
    `update app.payment_account set reference_pattern = '441211#{reference}' where number = '600977'`,
  )
  const patterned = await sheet()
  await change(`update app.payment_account set reference_pattern = null where number = '600977'`)
  expect(patterned?.notes.join(' ')).toContain(
    'business number 600977, account number 441211#(payment reference) (KES)',
  )
})

test('BANK-135 the card is a PDF for the investor and the office, and a 404 for everyone else', async () => {
  const { investor, investmentId, reference } = await aPaidHolding()
  const stranger = (await aHolding('Stranger')).investor
  const params = { investmentId }
  const portal = async (person: typeof investor) =>
    ownCard(
      visitTo(`/investment-dashboard/investments/${investmentId}/how-to-pay/pdf`, {
        cookie: await cookiesOf(person),
        params,
      }),
    )
  const office = await officeCard(
    visitTo(`/admin-dashboard/investments/${investmentId}/how-to-pay/pdf`, {
      cookie: await cookiesOf(admin),
      params,
    }),
  )
  for (const answer of [office, await portal(investor)]) {
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toContain(`How to pay ${reference}.pdf`)
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  }
  await expect(portal(stranger)).rejects.toMatchObject({ status: 404 })
})
