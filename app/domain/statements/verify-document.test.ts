import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { setClock } from '../../platform/clock.server.ts'
import { workerCommand } from '../../platform/session/unattended.server.ts'
import { sweepUnknownCodes } from './verify-document.server.ts'

test('an unknown code is deleted after an hour, and not before', async () => {
  setClock(() => new Date('2026-07-10T09:00:00Z'))
  await change(`insert into app.unknown_code (client_hash, tried_at)
    values ('counts', '2026-07-10 08:00:01Z'), ('is over', '2026-07-10 07:59:59Z')`)
  await workerCommand(sweepUnknownCodes)
  const { rows } = await change<{ client_hash: string }>(
    "select client_hash from app.unknown_code where client_hash in ('counts', 'is over')",
  )
  expect(rows).toEqual([{ client_hash: 'counts' }])
})
