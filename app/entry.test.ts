import { afterAll, expect, test, vi } from 'vitest'
import { app } from '../server/app.ts'
import { stopListening } from './platform/http/live.server.ts'
import { log } from './platform/observability/log.server.ts'

afterAll(stopListening)

const connection = {
  incoming: { socket: { remoteAddress: '127.0.0.1', remotePort: 40_000, remoteFamily: 'IPv4' } },
}

test('a form that is sent to a page without one is answered 405, and is no fault in the log', async () => {
  const faults = vi.spyOn(log, 'error')
  const sent = {
    method: 'POST',
    body: new URLSearchParams({ a: 'b' }),
    headers: { origin: 'http://127.0.0.1:3000' },
  }
  for (const path of ['/investment/twin-towers', '/investments']) {
    expect((await app.request(`http://127.0.0.1:3000${path}`, sent, connection)).status, path).toBe(
      405,
    )
  }
  expect(faults).not.toHaveBeenCalled()
})
