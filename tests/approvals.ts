import { propose } from '../app/domain/approvals/propose.server.ts'
import { change } from './database.ts'
import { as } from './people.ts'

/** Leaves these people as the only active staff, since long ago. */
export async function onlyStaff(...people: readonly { userId: string }[]): Promise<void> {
  await change(
    `update auth."user" set status = case when id = any ($1::uuid[]) then 'active' else 'inactive' end
     where role = 'admin' and status <> 'pending'`,
    [people.map(({ userId }) => userId)],
  )
  await change('delete from auth.former_approver')
}

/** Sets the limit of an act in dollars, or none. */
export const setLimit = (act: string, dollars: number | null) =>
  change('update app.approval_limit set amount_cents = $2 where act = $1', [
    act,
    dollars === null ? null : dollars * 100,
  ])

/** Takes every limit away. */
export const clearLimits = () => change('update app.approval_limit set amount_cents = null')

/** Keeps a command of this person until another approves it; answers with the proposal's id. */
export async function proposeBy(
  person: Parameters<typeof as>[0],
  proposal: Parameters<typeof propose>[1],
): Promise<string> {
  const proposed = await as(person, (admin) => propose(admin, proposal))
  if ('refused' in proposed) throw new Error(proposed.refused)
  return proposed.proposalId
}
