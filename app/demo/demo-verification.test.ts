import { beforeAll, expect, test } from 'vitest'
import { change } from '../../tests/database.ts'
import { staleVerification } from '../domain/verification/verification-items.server.ts'
import { setClock } from '../platform/clock.server.ts'
import { terminalCommand } from '../platform/session/unattended.server.ts'
import { loadDemo } from './load-demo.server.ts'

beforeAll(async () => {
  setClock(() => new Date('2026-11-21T09:00:00Z'))
  await terminalCommand(loadDemo)
})

test('VERIF-013 (issue 33) the demo has verification items of two projects, public and for investors, one of them expiring', async () => {
  const { rows } = await change(
    `select count(*)::int as items, count(distinct project_id)::int as projects, count(file_id)::int as files,
       count(*) filter (where audience = 'public')::int as public from app.verification_item`,
  )
  expect(rows).toEqual([{ items: 7, projects: 2, files: 5, public: 5 }])
  expect(await terminalCommand(staleVerification)).toMatchObject({ count: 1, expired: 0 })
})
