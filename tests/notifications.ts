import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { sendNotification } from '../app/domain/notifications/send-notification.server.ts'
import { as } from './people.ts'

export async function aNotification(
  admin: Parameters<typeof as>[0],
  recipients: string,
  facts: { title?: string; investorId?: string; byEmail?: boolean } = {},
) {
  const { title = 'News', investorId = null, byEmail = false } = facts
  const form = { key: randomUUID(), title, message: 'At ten.', recipients, investorId, byEmail }
  const answer = await as(admin, (actor) => sendNotification(actor, form))
  return 'refused' in answer ? expect.unreachable(answer.refused) : answer.notificationId
}
