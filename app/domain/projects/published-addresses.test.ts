import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anAdmin, aProject, as } from '../../../tests/people.ts'
import { type Actor, transact } from '../../platform/database/database.server.ts'
import { listPublishedAddresses } from './published-addresses.server.ts'

const changeOf =
  (projectId: string) =>
  async ({ tx }: Actor) => {
    const { rows } = await sql<{
      at: Date | null
    }>`select app.listing_changed_at(${projectId}) as at`.execute(tx)
    return rows[0]?.at
  }

test('a guest is told when a published project changed, and nothing of one that is hidden', async () => {
  const open = await aProject('Open')
  const hidden = await aProject('Hidden', { published: false })
  expect(await transact({ role: 'guest' }, changeOf(open))).toBeInstanceOf(Date)
  expect(await transact({ role: 'guest' }, changeOf(hidden))).toBeNull()
  await expect(
    transact({ role: 'guest' }, ({ tx }) => sql`select at from app.audit_log`.execute(tx)),
  ).rejects.toThrow('permission denied')
})

test('only published projects have an address, for every reader', async () => {
  await aProject('Hidden too', { published: false })
  const guestCommand = await transact({ role: 'guest' }, listPublishedAddresses)
  expect(await as(await anAdmin(), listPublishedAddresses)).toEqual(guestCommand)
})
