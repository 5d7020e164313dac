import { expect, test } from 'vitest'
import { listenForMetrics } from './metrics.ts'

const onThisMachine = { host: '127.0.0.1', port: 0, token: null }

test('metrics are told at their address only, and by nothing but a look', async () => {
  let figures: (() => Promise<string>) | null = async () => 'msingi_test 1\n'
  const { port, close } = await listenForMetrics(onThisMachine, () => figures)
  const address = `http://127.0.0.1:${port}`
  const response = await fetch(`${address}/metrics`)
  expect([response.status, await response.text()]).toEqual([200, 'msingi_test 1\n'])
  expect(response.headers.get('content-type')).toContain('version=0.0.4')
  expect((await fetch(`${address}/`)).status).toBe(404)
  expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(404)
  await expect(listenForMetrics({ ...onThisMachine, port }, () => figures)).rejects.toThrow(
    `METRICS_PORT ${port} is in use on 127.0.0.1`,
  )
  figures = null
  expect((await fetch(`${address}/metrics`)).status).toBe(503)
  await close()
  await expect(fetch(`${address}/metrics`)).rejects.toThrow()
})

test('WATCH-001 with a token the metrics are read with it and with nothing else', async () => {
  const token = 'k'.repeat(40)
  const { port, close } = await listenForMetrics(
    { ...onThisMachine, token },
    () => async () => 'msingi_test 1\n',
  )
  const read = async (authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization }
    const response = await fetch(`http://127.0.0.1:${port}/metrics`, { headers })
    return [response.status, response.headers.get('www-authenticate'), await response.text()]
  }
  const refused = [401, 'Bearer', '']
  expect(await read()).toEqual(refused)
  for (const wrong of ['', 'Bearer', 'Bearer ', token, `Basic ${token}`, `Bearer ${token}k`])
    expect(await read(wrong), wrong).toEqual(refused)
  expect(await read(`Bearer ${token.slice(1)}`)).toEqual(refused)
  expect(await read(`Bearer ${token}`)).toEqual([200, null, 'msingi_test 1\n'])
  await close()
})
