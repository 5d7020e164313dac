import { change } from './database.ts'

/** Leaves these people as the only active staff, since long ago: a worker's files share their database. */
export async function onlyStaff(...people: readonly { userId: string }[]): Promise<void> {
  await change(
    `update auth."user" set status = 'inactive' where role = 'admin' and status = 'active' and id <> all ($1::uuid[])`,
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
