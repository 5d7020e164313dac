import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin, aProject, as } from '../../../tests/people.ts'
import { anItem } from '../../../tests/verification.ts'
import { removeVerification } from './change-verification.server.ts'
import { projectsWithoutVerification } from './verification-attention.server.ts'
import { listOfficeVerification } from './verification-items.server.ts'

const admin = await anAdmin()

test('VERIF-016 (issue 33) the dashboard names public projects that show visitors nothing to check', async () => {
  const projectId = await aProject('Bare House', { published: true })
  const isNamed = async () =>
    (await as(admin, projectsWithoutVerification)).some((row) => row.projectId === projectId)
  expect(await isNamed()).toBe(true)
  await anItem(admin, projectId, { audience: 'investors' })
  expect(await isNamed()).toBe(true)
  for (const set of ['published = false', `status = 'completed'`, 'archived_at = now()']) {
    await change(`update app.project set ${set} where id = $1`, [projectId])
    expect(await isNamed(), set).toBe(false)
    await change(
      `update app.project set published = true, status = 'ongoing', archived_at = null where id = $1`,
      [projectId],
    )
  }
  const itemId = await anItem(admin, projectId)
  expect(await isNamed()).toBe(false)
  const [added] = (await as(admin, (actor) => listOfficeVerification(actor, projectId))).filter(
    ({ id }) => id === itemId,
  )
  await as(admin, (actor) => removeVerification(actor, { projectId, itemId }, added?.version ?? 0))
  expect(await isNamed()).toBe(true)
})
