import { expect, test } from 'vitest'
import { argon2Hash, argon2Verify } from './argon2-thread.server.ts'

const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

test('a hash names its settings, and is of its password alone', async () => {
  const stored = await argon2Hash('quarry-lantern-47', settings)
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await argon2Verify(stored, 'quarry-lantern-47')).toBe(true)
  expect(await argon2Verify(stored, 'quarry-lantern-48')).toBe(false)
})

test('what is no hash fails by itself, and the next is computed', async () => {
  await expect(argon2Verify('no hash', 'quarry-lantern-47')).rejects.toThrow()
  expect(await argon2Hash('quarry-lantern-47', settings)).toMatch(/^\$argon2id/)
})

test('while passwords are hashed the program goes on with everything else', async () => {
  let turns = 0
  const beat = setInterval(() => (turns += 1), 1)
  await Promise.all(Array.from({ length: 10 }, () => argon2Hash('quarry-lantern-47', settings)))
  clearInterval(beat)
  expect(turns).toBeGreaterThan(10)
})
