import { expect, test } from 'vitest'
import { listenForMetrics } from './metrics.ts'

test('metrics are told on this machine only, at their address only, and by nothing but a look', async () => {
  let figures: (() => Promise<string>) | null = async () => 'msingi_test 1\n'
  const { port, close } = await listenForMetrics(0, () => figures)
  const address = `http://127.0.0.1:${port}`
  const response = await fetch(`${address}/metrics`)
  expect([response.status, await response.text()]).toEqual([200, 'msingi_test 1\n'])
  expect(response.headers.get('content-type')).toContain('version=0.0.4')
  expect((await fetch(`${address}/`)).status).toBe(404)
  expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(404)
  await expect(listenForMetrics(port, () => figures)).rejects.toThrow(
    `METRICS_PORT ${port} is in use`,
  )
  figures = null
  expect((await fetch(`${address}/metrics`)).status).toBe(503)
  await close()
  await expect(fetch(`${address}/metrics`)).rejects.toThrow()
})
