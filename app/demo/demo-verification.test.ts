import { beforeAll, expect, test } from 'vitest'
import { change } from '../../tests/database.ts'
import {
  projectsWithoutVerification,
  staleVerification,
} from '../domain/verification/verification-attention.server.ts'
import { setClock } from '../platform/clock.server.ts'
import { terminalCommand } from '../platform/session/unattended.server.ts'
import { loadDemo } from './load-demo.server.ts'

beforeAll(async () => {
  setClock(() => new Date('2026-11-21T09:00:00Z'))
  await terminalCommand(loadDemo)
})

test('VERIF-013 (issue 33) the demo has verification items of every open project, public and for investors, one of them expiring', async () => {
  const { rows } = await change(
    `select count(*)::int as items, count(distinct project_id)::int as projects, count(file_id)::int as files,
       count(*) filter (where audience = 'public')::int as public from app.verification_item`,
  )
  expect(rows).toEqual([{ items: 9, projects: 3, files: 7, public: 7 }])
  expect(await terminalCommand(staleVerification)).toMatchObject({ count: 1, expired: 0 })
  expect(await terminalCommand(projectsWithoutVerification)).toEqual([])
})

test('PAGE-009 (issue 33) the demo’s projects say their fees, place and who holds the money; one has photographs with a day, one a public update', async () => {
  const { rows } = await change(
    `select count(*)::int as projects, count(fees_text)::int as fees, count(custody_text)::int as custody,
       count(latitude)::int as places, count(risk_text)::int as risks from app.project`,
  )
  expect(rows).toEqual([{ projects: 4, fees: 4, custody: 4, places: 4, risks: 3 }])
  const { rows: shown } = await change(
    `select (select count(*)::int from app.project_update where is_public) as updates,
       (select count(*)::int from app.project_picture where taken_on is not null) as photographs`,
  )
  expect(shown).toEqual([{ updates: 1, photographs: 2 }])
})
