import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { anAdmin, anInvestor, as } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { changeEmail } from '../../domain/accounts/administration/change-email.server.ts'

test('LIM-020, MUS-049 (W-20) the dialog after a change of email says when the three places disagree', async () => {
  const admin = await anAdmin()
  const cookie = await cookiesOf(admin)
  const person = await anInvestor('Leyla Ahmed')
  await as(admin, (actor) =>
    changeEmail(actor, {
      key: randomUUID(),
      userId: person.userId,
      email: 'leyla.new@example.com',
    }),
  )
  const path = `/admin-dashboard/users/update-email/${person.userId}/updated`
  const words = async () => wordsOf((await ask(path, { cookie })).html)
  expect(await words()).toContain('In sync')
  // No code of ours leaves a row like this.
  await asSuperuser(async (client) => {
    await client.query('set session_replication_role = replica')
    await client.query('update app.investor set email = $1 where id = $2', [
      'leyla@example.com',
      person.investorId,
    ])
  })
  expect(await words()).toContain('Out of sync')
  expect(await words()).not.toContain('In sync')
})
