import { expect, test } from 'vitest'
import { inTurn, inTurnByKey } from './in-turn.ts'

test('no more than so many run at once, in the order they came; one that fails makes room like the others', async () => {
  const atMostTwo = inTurn(2)
  const began: number[] = []
  const ends: ((fails?: boolean) => void)[] = []
  const tasks = [1, 2, 3, 4].map((name) =>
    atMostTwo(() => {
      began.push(name)
      return new Promise<number>((done, failed) =>
        ends.push((fails) => (fails ? failed(new Error('no')) : done(name))),
      )
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

test('LIM-231 each key has turns of its own: who asks for much waits for themselves alone', async () => {
  const atMostTwo = inTurnByKey(2)
  const began: string[] = []
  const ends = new Map<string, () => void>()
  const begin = (key: string, name: string) =>
    atMostTwo(key, () => {
      began.push(name)
      return new Promise<void>((done) => ends.set(name, done))
    })
  const tasks = [begin('a', 'a1'), begin('a', 'a2'), begin('a', 'a3'), begin('b', 'b1')]
  expect(began).toEqual(['a1', 'a2', 'b1'])
  ends.get('a1')?.()
  await tasks[0]
  await new Promise((done) => setImmediate(done))
  expect(began).toEqual(['a1', 'a2', 'b1', 'a3'])
  for (const end of ends.values()) end()
  await Promise.all(tasks)
})
