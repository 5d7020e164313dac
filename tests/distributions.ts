import { randomUUID } from 'node:crypto'
import { recordDistribution } from '../app/domain/distributions/record-distribution.server.ts'
import {
  type SendDistributionInput,
  sendDistribution,
  unsentShares,
} from '../app/domain/distributions/send-distribution.server.ts'
import { usd } from '../app/values/money.ts'
import { change } from './database.ts'
import { anInvestment, anInvestor, aProject, as, day } from './people.ts'

type Admin = Parameters<typeof as>[0]

/** Marks all shares of a distribution as sent on this day, past the program. */
export const markSent = (distributionId: string, on: string) =>
  change(
    `with made as (insert into app.distribution_sending (distribution_id, sent_on, method, total_cents)
       select id, $2, 'bank-transfer', total_cents from app.distribution where id = $1 returning id)
     insert into app.sent_share (distribution_id, investment_id, sending_id)
       select s.distribution_id, s.investment_id, made.id from app.distribution_share s, made where s.distribution_id = $1`,
    [distributionId, on],
  )

/** Sends what is unsent of a distribution, as the office does it. */
export function sendAll(
  admin: Admin,
  distributionId: string,
  on: string,
  changes: Partial<SendDistributionInput> = {},
) {
  return as(admin, async (actor) =>
    sendDistribution(actor, {
      key: randomUUID(),
      distributionId,
      sentOn: day(on),
      method: 'bank-transfer',
      reference: null,
      left: [],
      seen: (await unsentShares(actor, distributionId)).length,
      ...changes,
    }),
  )
}

/** A project in which two people paid 300 and 100 dollars, and a distribution of 40 to them, dated 31 March. */
export async function aDeclared(admin: Admin, name?: string) {
  const projectId = await aProject(name)
  const people = []
  for (const received of [30_000, 10_000]) {
    const person = await anInvestor('Hodan Abdi')
    const investmentId = await anInvestment(person.investorId, projectId, usd('1,000'))
    await change(
      `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on) values ($1, 'payment', $2, '2026-03-01')`,
      [investmentId, received],
    )
    people.push({ person, investmentId })
  }
  const [larger, smaller] = people
  const recorded = await as(admin, (actor) =>
    recordDistribution(actor, {
      key: randomUUID(),
      projectId,
      total: usd('40'),
      datedOn: day('2026-03-31'),
      note: null,
      seen: null,
      again: true,
    }),
  )
  if (!larger || !smaller || 'refused' in recorded) throw new Error('nothing was declared')
  return { projectId, larger, smaller, distributionId: recorded.distributionId }
}

/** Sends what is unsent of a project's latest distribution, all or without the largest share. */
export async function sendLatest(admin: Admin, projectId: string, isWhole: boolean) {
  const { rows } = await change(
    'select id from app.distribution where project_id = $1 order by recorded_at desc, id desc limit 1',
    [projectId],
  )
  for (const { id } of rows) {
    const unsent = await as(admin, (actor) => unsentShares(actor, id))
    const left = isWhole ? [] : unsent.slice(0, 1).map(({ investmentId }) => investmentId)
    await sendAll(admin, id, '2026-03-31', { left })
  }
}
