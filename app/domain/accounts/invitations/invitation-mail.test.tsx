import { render } from 'react-email'
import { expect, test } from 'vitest'
import { asSuperuser } from '../../../../tests/database.ts'
import { anInvestor } from '../../../../tests/people.ts'
import { workerCommand } from '../../../platform/session/unattended.server.ts'
import { composeInvitation } from './invitation-mail.server.tsx'

test.each([
  ['7 days', '7 days'],
  ['1 day', '1 day'],
  ['36 hours', '36 hours'],
])(
  'the mail says how long its link works as the installation has it: %s',
  async (setting, words) => {
    await asSuperuser(async (client) => {
      await client.query("select set_config('app.actor', 'command', false)")
      await client.query('update app.installation set invitation_lifetime = $1', [setting])
    })
    const { userId } = await anInvestor('Halima Abdi', 'pending')
    const mail = await workerCommand((worker) =>
      composeInvitation(worker, { template: 'invitation', userId, subjectId: null }),
    )
    expect(await render(mail?.body, { plainText: true })).toContain(
      `The link works once and for ${words}.`,
    )
  },
)

test('an account that was closed in the meantime gets no mail', async () => {
  const { userId } = await anInvestor('Omar Said', 'inactive')
  const mail = await workerCommand((worker) =>
    composeInvitation(worker, { template: 'invitation', userId, subjectId: null }),
  )
  expect(mail).toBeNull()
})
