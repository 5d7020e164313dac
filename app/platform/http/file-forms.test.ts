import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { app } from '../../../server/app.ts'
import { addresses } from '../../../tests/product.tsx'
import { acceptsFiles } from './file-forms.ts'
import { stopListening } from './live.server.ts'

afterAll(stopListening)

const folder = resolve(import.meta.dirname, '../..')

/** Whether a file of the URL map, or one of ours that it imports in its own area, receives a form with a file. */
async function receives(file: string, depth = 2): Promise<boolean> {
  const path = resolve(folder, file)
  const text = await readFile(path, 'utf8')
  if (/receiveForm\(|limitBytes:/.test(text)) return true
  if (depth === 0) return false
  const near = [...text.matchAll(/from '(\.[^']+\.server\.ts)'/g)].map(([, to = '']) =>
    resolve(dirname(path), to),
  )
  const own = near.filter((to) => to.startsWith(`${folder}/office`))
  return (await Promise.all(own.map((to) => receives(to, depth - 1)))).includes(true)
}

test('a form may hold a file at every address that receives one, and at no other', async () => {
  const all = addresses().filter(({ path }) => path.startsWith('/admin-dashboard'))
  const answered = await Promise.all(
    all.map(async ({ path, file }) => ({ path, receives: await receives(file) })),
  )
  const receiving = answered.filter((answer) => answer.receives).map(({ path }) => path)
  expect(receiving).toContain('/admin-dashboard/documents/:id/edit/upload')
  expect(receiving.filter((path) => path.endsWith('/upload')).length).toBeGreaterThanOrEqual(6)
  expect(receiving.filter((path) => !acceptsFiles(filled(path)))).toEqual([])
  for (const path of [
    '/contact',
    '/admin-dashboard/investors/new',
    '/admin-dashboard/documents/x/removal',
  ])
    expect(acceptsFiles(path), path).toBe(false)
})

/** The address with something instead of each of its parts. */
const filled = (path: string) =>
  path.replace(':list', 'investors').replace(/:\w+/g, '0190a5b0-0000-7000-8000-000000000001')

test.each([
  'projects/x/pictures/upload',
  'projects/x/updates/y/pictures/upload',
  'documents/x/edit/upload',
])('two megabytes sent to %s are not too large for it', async (path) => {
  const sent = {
    method: 'POST',
    body: 'x',
    headers: { 'content-length': '2000000', accept: 'application/json' },
  }
  const address = {
    incoming: { socket: { remoteAddress: '127.0.0.1', remotePort: 40_000, remoteFamily: 'IPv4' } },
  }
  expect((await app.request(`/admin-dashboard/${path}`, sent, address)).status).not.toBe(413)
  expect((await app.request('/login.data', sent, address)).status).toBe(413)
})
