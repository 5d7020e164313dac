import { expect, test } from 'vitest'
import { limited } from './limited-form.ts'

const encoded = 'application/x-www-form-urlencoded'
const post = (body: string, type = encoded) =>
  limited(
    new Request('http://localhost/', { method: 'POST', body, headers: { 'content-type': type } }),
  )

test('a form of ours comes through as it was sent', async () => {
  const rows = Array.from({ length: 10_000 }, (_, row) => `ready=${row}`).join('&')
  expect((await post(rows).formData()).getAll('ready')).toHaveLength(10_000)
  const request = new Request('http://localhost/')
  expect(limited(request)).toBe(request)
})

test('a form of more than a million bytes, or more than ten thousand fields, breaks off', async () => {
  await expect(post(`message=${'a'.repeat(1_000_000)}`).formData()).rejects.toThrow(TypeError)
  await expect(post('a=b&'.repeat(10_000)).formData()).rejects.toThrow(TypeError)
  // What is no list of fields may have as many of these as it likes.
  expect(await post('a&'.repeat(20_000), 'text/plain').text()).toHaveLength(40_000)
})
