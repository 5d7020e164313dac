import { expect, test } from 'vitest'
import { change } from '../../tests/database.ts'
import { as } from '../../tests/people.ts'
import { requestBy } from '../../tests/requests.ts'
import { countWaiting } from '../domain/approvals/open-proposals.server.ts'
import { approveProposal } from '../office/approvals/approve-proposal.server.ts'
import { clock, setClock } from '../platform/clock.server.ts'
import { terminalCommand } from '../platform/session/unattended.server.ts'
import { formatDay } from '../values/calendar-date.ts'
import { loadDemo } from './load-demo.server.ts'
import { demoAdminEmail, demoCashierEmail } from './sign-ins.ts'

setClock()
await terminalCommand(loadDemo)

async function rowsIn<Row extends object>(text: string): Promise<Row[]> {
  return (await change(text)).rows as Row[]
}

test('APPR-065 the demo has a cashier, whose proposal waits for the administrator', async () => {
  expect(
    await rowsIn(`select u.email, u.status, r.role from auth."user" u join auth.staff_role r on r.user_id = u.id
      order by u.email`),
  ).toEqual([
    { email: demoAdminEmail, status: 'active', role: 'owner' },
    { email: demoCashierEmail, status: 'active', role: 'cashier' },
  ])
  const [admin] = await rowsIn<{ userId: string; email: string; name: string }>(
    `select id as "userId", email, name from auth."user" where email = '${demoAdminEmail}'`,
  )
  if (!admin) throw new Error('the demo has no administrator')
  expect(await as(admin, countWaiting)).toBe(1)
  const [waiting] = await rowsIn<{ id: string; title: string }>(
    'select id, title from app.proposal',
  )
  expect(waiting?.title).toBe(
    `Exchange rate of ${formatDay(clock.today())}: 0.86 EUR per US dollar`,
  )
  const { context } = requestBy(admin, '/admin-dashboard/approvals')
  expect(await approveProposal(context, waiting?.id ?? '')).toEqual({ title: waiting?.title })
  expect(await rowsIn('select user_id from auth.former_approver')).toEqual([])
})
