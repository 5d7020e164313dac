import { expect, test } from 'vitest'
import { inTurn } from './in-turn.ts'

test('no more than so many run at once, in the order they came; one that fails makes room like the others', async () => {
  const atMostTwo = inTurn(2)
  const began: number[] = []
  const ends: ((fails?: boolean) => void)[] = []
  const tasks = [1, 2, 3, 4].map((name) =>
    atMostTwo(() => {
      began.push(name)
      return new Promise<number>((done, failed) => ends.push((fails) => (fails ? failed(new Error('no')) : done(name))))
    }).catch(() => 'failed'),
  )
  const settle = () => new Promise((done) => setImmediate(done))
  await settle()
  expect(began).toEqual([1, 2])
  ends[1]?.(true)
  await settle()
  expect(began).toEqual([1, 2, 3])
  ends[0]?.()
  ends[2]?.()
  await settle()
  ends[3]?.()
  expect(await Promise.all(tasks)).toEqual([1, 'failed', 3, 4])
  const again = atMostTwo(async () => 5)
  expect(await again).toBe(5)
})
