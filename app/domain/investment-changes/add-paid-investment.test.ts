import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { anAdmin, anInvestor, aProject, as, day } from '../../../tests/people.ts'
import { usd } from '../../values/money.ts'
import { addPaidInvestment, type NewPaidInvestment } from './add-paid-investment.server.ts'

const admin = await anAdmin()

async function paidInput(changes: Partial<NewPaidInvestment> = {}): Promise<NewPaidInvestment> {
  const { investorId } = await anInvestor()
  const amount = usd('20,000.01')
  const pair = { investorId, projectId: await aProject() }
  return {
    key: randomUUID(),
    ...pair,
    amount,
    investedOn: day('2026-02-01'),
    furtherTranche: false,
    beyondOffer: false,
    ...changes,
  }
}

const adding = (input: NewPaidInvestment) => as(admin, (actor) => addPaidInvestment(actor, input))

function booked({ projectId }: NewPaidInvestment) {
  return asSuperuser(async (client) => {
    const { rows } = await client.query(
      `select i.status, i.received_cents::int, e.dated_on::text, r.amount_cents::int as receipt from app.investment i
       left join app.ledger_entry e on e.investment_id = i.id left join app.receipt r on r.entry_id = e.id
       where i.project_id = $1`,
      [projectId],
    )
    return rows
  })
}

const whole = {
  status: 'completed',
  received_cents: 2_000_001,
  dated_on: '2026-02-01',
  receipt: 2_000_001,
}

test('a completed investment comes with the payment of its whole amount, on its first day', async () => {
  const input = await paidInput()
  expect(await adding(input)).toEqual({
    investmentId: expect.any(String),
    receiptNumber: expect.any(String),
  })
  expect(await booked(input)).toEqual([whole])
})

test('sent twice at the same time it is added and paid once', async () => {
  const input = await paidInput()
  const [first, other] = await Promise.all([adding(input), adding(input)])
  expect(first).toEqual(other)
  expect(await booked(input)).toEqual([whole])
})

test('when the payment is refused there is no investment either', async () => {
  const input = await paidInput({ investedOn: day('2199-01-01') })
  expect(await adding(input)).toMatchObject({ refused: 'in-the-future' })
  expect(await booked(input)).toEqual([])
})
