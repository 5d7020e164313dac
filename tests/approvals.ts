import { change } from './database.ts'

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
