import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { change } from '../../tests/database.ts'
import { createAdmin } from './create-admin.server.ts'

const roleOf = async (email: string) =>
  (await change<{ role: string }>('select role from auth."user" where email = $1', [email])).rows[0]
    ?.role

test('where the input has ended there is no password to read: it says so, and makes no one an administrator', async () => {
  const email = `${randomUUID()}@example.com`
  await expect(createAdmin([email, 'Amina', 'Yusuf'], Readable.from([]))).rejects.toThrow(
    'A password is missing.',
  )
  expect(await roleOf(email)).toBeUndefined()
})

test('the first line of a pipe is the password, whether or not it ends in a new line', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  for (const piped of ['quiet-river-stones\nmore\n', 'quiet-river-stones']) {
    const email = `${randomUUID()}@example.com`
    await createAdmin([email, 'Amina', 'Yusuf'], Readable.from([piped]))
    expect(await roleOf(email)).toBe('admin')
  }
})
