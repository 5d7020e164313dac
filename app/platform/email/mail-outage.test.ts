import { expect, test, vi } from 'vitest'
import type { MailTransport } from './mail.server.ts'
import { watchMailServers } from './mail-outage.server.ts'

test('LIM-420 after a loss of the database the mails that wait are tried, though no mail server was gone', async () => {
  let waiting = 0
  const server = {
    send: async () => undefined,
    isThere: async () => true,
  } as unknown as MailTransport
  const hasten = vi.fn(async (most: number | null) => Math.min(waiting, most ?? waiting))
  const { transports, lookAgain, stop } = watchMailServers([server], hasten)
  await vi.waitFor(() => expect(hasten).toHaveBeenCalledWith(1), 5_000)
  waiting = 3
  hasten.mockClear()
  // Another watch, whose email keeps waiting, looks once more after three seconds: this one could have looked as often.
  const beat = vi.fn(async () => 1)
  const other = watchMailServers([server], beat)
  await vi.waitFor(() => expect(beat).toHaveBeenCalledTimes(2), 8_000)
  await other.stop()
  // No one waited, and no server was gone: their turn comes by itself.
  expect(hasten).not.toHaveBeenCalled()
  lookAgain()
  await vi.waitFor(() => expect(hasten).toHaveBeenLastCalledWith(1), 5_000)
  await transports[0]?.send({} as never)
  await vi.waitFor(() => expect(hasten).toHaveBeenLastCalledWith(null), 5_000)
  await stop()
}, 20_000)
