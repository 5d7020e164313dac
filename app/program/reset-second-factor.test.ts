import { expect, test, vi } from 'vitest'
import { change } from '../../tests/database.ts'
import { anAdmin } from '../../tests/people.ts'
import { withSecondFactor } from '../../tests/second-factor.ts'
import { findSecondFactor } from '../domain/accounts/second-factor/second-factor.server.ts'
import { resetSecondFactor } from './reset-second-factor.server.ts'

test('the command line takes the second factor off the last administrator, who is told by mail', async () => {
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const admin = await anAdmin()
  await withSecondFactor(admin)
  await resetSecondFactor([admin.email.toUpperCase()])
  expect(await findSecondFactor(admin.userId)).toEqual({ on: false })
  expect(output).toHaveBeenCalledWith(expect.stringContaining('The second factor of'))
  const mails = await change<{ template: string }>(
    'select template from app.outbox where user_id = $1 order by created_at desc limit 1',
    [admin.userId],
  )
  expect(mails.rows).toEqual([{ template: 'second-factor-reset' }])
  const { rows } = await change<{ actor: string }>(
    `select actor from app.audit_log where subject = 'user' and subject_id = $1 order by id desc limit 1`,
    [admin.userId],
  )
  expect(rows).toEqual([{ actor: 'command' }])
  await expect(resetSecondFactor([admin.email])).rejects.toThrow('No account with the email')
  await expect(resetSecondFactor([])).rejects.toThrow('Usage:')
})
