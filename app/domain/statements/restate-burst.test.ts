import { afterEach, expect, test } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { aHolding, aPayment } from '../../../tests/ledger.ts'
import { anAdmin, asPerson } from '../../../tests/people.ts'
import { issue } from '../../../tests/statements.ts'
import { setClock } from '../../platform/clock.server.ts'
import { workerCommand } from '../../platform/session/unattended.server.ts'
import { usd } from '../../values/money.ts'
import { reissueAfterBurst } from './issue-statement.server.ts'
import { listStatements } from './statements.server.ts'

const admin = await anAdmin()
afterEach(() => setClock())

test('LIM-232 a burst of backdated payments makes one new statement of each period', async () => {
  setClock(() => new Date('2026-11-21T09:00:00Z'))
  const { investor, investmentId } = await aHolding()
  const pay = (amount: string, on: string) => aPayment(admin, investmentId, [amount, on])
  await pay('100', '2026-08-01')
  await issue(investor, '2026-Q3')
  await issue(investor, '2026')
  for (let turn = 0; turn < 6; turn += 1) await pay('10', '2026-08-02')
  const whose = { investorId: investor.investorId }
  const jobs = async () => {
    const { rows } = await asSuperuser((client) =>
      client.query<{ state: string; waits: boolean }>(
        "select state, start_after > created_on as waits from pgboss.job where name = 'restate-statements' and data = $1",
        [whose],
      ),
    )
    return rows
  }
  const waiting = async () => (await jobs()).filter(({ state }) => state === 'created').length
  const versions = async () => (await asPerson(investor, listStatements)).length
  const begin = () =>
    asSuperuser((client) =>
      client.query(
        `update pgboss.job set state = 'active' where id = (select id from pgboss.job
           where name = 'restate-statements' and data = $1 and state = 'created' order by created_on limit 1)`,
        [whose],
      ),
    )
  expect((await jobs()).map(({ waits }) => waits)).toEqual(Array.from({ length: 6 }, () => true))
  // The first finds others waiting, and leaves all to the latest.
  await begin()
  await reissueAfterBurst(whose, workerCommand)
  expect([await waiting(), await versions()]).toEqual([1, 2])
  await begin()
  await reissueAfterBurst(whose, workerCommand)
  expect([await waiting(), await versions()]).toEqual([0, 4])
  const standing = (await asPerson(investor, listStatements)).filter(
    ({ replacedBy }) => replacedBy === null,
  )
  expect(standing.map(({ closing }) => closing)).toEqual([usd('160'), usd('160')])
})
