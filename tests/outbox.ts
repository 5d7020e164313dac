import { change } from './database.ts'
import type { Person } from './people.ts'

export async function aMail(
  template: string,
  { userId }: Pick<Person, 'userId'>,
  made = "state = 'failed', attempts = 31",
) {
  const { rows } = await change(
    'insert into app.outbox (template, user_id) values ($1, $2) returning id',
    [template, userId],
  )
  await change(`update app.outbox set ${made} where id = $1`, [rows[0]?.id])
  return rows[0]?.id ?? ''
}
