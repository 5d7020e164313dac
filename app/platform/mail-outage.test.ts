import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { MailTransport } from './mail.server.ts'
import { watchOverMail } from './mail-outage.server.ts'

test('LIM-420 after a loss of the database the mails that wait are tried, though no mail server was gone', async () => {
  let waiting = 0
  const server = {
    send: async () => undefined,
    isThere: async () => true,
  } as unknown as MailTransport
  const hasten = vi.fn(async (most: number | null) => Math.min(waiting, most ?? waiting))
  const { transports, lookAgain, stop } = watchOverMail([server], hasten)
  await vi.waitFor(() => expect(hasten).toHaveBeenCalledWith(1), 5_000)
  waiting = 3
  hasten.mockClear()
  await sleep(3_500)
  // Nobody waited, and no server was gone: their turn comes by itself.
  expect(hasten).not.toHaveBeenCalled()
  lookAgain()
  await vi.waitFor(() => expect(hasten).toHaveBeenLastCalledWith(1), 5_000)
  await transports[0]?.send({} as never)
  await vi.waitFor(() => expect(hasten).toHaveBeenLastCalledWith(null), 5_000)
  await stop()
}, 20_000)
