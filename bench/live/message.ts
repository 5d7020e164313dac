import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { inDatabaseOf } from '../running-database.ts'
import type { RunningServer } from '../running-server.ts'

const home = '/admin-dashboard/notifications'
const title = 'Measured live updates'
const patienceMs = 60_000

/** Sends a notification to all investors, as an administrator does by the form. */
export async function sendToAll({ address }: RunningServer, cookie: string): Promise<void> {
  const message = {
    key: randomUUID(),
    title,
    message: 'It is taken back at once.',
    recipients: 'all',
  }
  await post(address, `${home}/new`, cookie, message)
}

/** Deletes what was sent here, with every copy, when all copies are written. */
export async function takeBack({ address, dataDir }: RunningServer, cookie: string): Promise<void> {
  const look = () =>
    inDatabaseOf(dataDir, async (client) => {
      const { rows } = await client.query<{ id: string; version: number; delivered: boolean }>(
        `select id, version, exists (select from app.event e where e.kind = 'notification.delivered'
           and e.payload ->> 'notificationId' = n.id::text) as delivered
         from app.notification n where title = $1`,
        [title],
      )
      return rows
    })
  const until = performance.now() + patienceMs
  let sent = await look()
  while (sent.some(({ delivered }) => !delivered) && performance.now() < until) {
    await sleep(500)
    sent = await look()
  }
  for (const { id, version } of sent)
    await post(address, `${home}/${id}/removal`, cookie, { version: String(version) })
}

async function post(
  address: string,
  path: string,
  cookie: string,
  form: Record<string, string>,
): Promise<void> {
  const answer = await fetch(`${address}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: address },
    body: new URLSearchParams(form),
  })
  if (answer.status !== 303 && answer.status !== 302)
    throw new Error(`${path} answered ${answer.status}`)
}
