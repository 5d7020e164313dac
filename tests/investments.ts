import { usd } from '../app/values/money.ts'
import { asSuperuser } from './database.ts'
import { anInvestment, anInvestor } from './people.ts'

export async function anInvestorOf(
  projectId: string,
  status: 'pending' | 'active' | 'completed' | 'cancelled' = 'active',
) {
  const investor = await anInvestor()
  const investmentId = await anInvestment(investor.investorId, projectId, usd('1,000'))
  await setStatus(investmentId, status)
  return { ...investor, investmentId }
}

export function setStatus(investmentId: string, status: string) {
  return asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    const received = status === 'completed' ? 'amount_cents' : '0'
    await client.query(
      `update app.investment set status = $2, received_cents = ${received},
        cancelled_on = case when $2 = 'cancelled' then date '2026-03-01' end where id = $1`,
      [investmentId, status],
    )
  })
}
