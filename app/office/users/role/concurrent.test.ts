import { expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { anAdmin, password } from '../../../../tests/people.ts'
import { ask } from '../../../../tests/product.tsx'
import { wordsOf } from '../../../../tests/screens.tsx'
import { cookiesOf } from '../../../../tests/visits.ts'

const home = '/admin-dashboard/users'
const ended = 'Your session ended'

test('MUS-054 of two administrators who demote each other at the same time one stays, and the other is told once', async () => {
  const people = [await anAdmin('Amina Yusuf'), await anAdmin('Omar Hassan')] as const
  const cookies = [await cookiesOf(people[0]), await cookiesOf(people[1])] as const
  const demote = (by: 0 | 1) =>
    ask(`${home}/${people[by === 0 ? 1 : 0].userId}/role/investor`, {
      cookie: cookies[by],
      form: { currentPassword: password },
    })
  const answers = await Promise.all([demote(0), demote(1)])

  const { rows } = await change<{ id: string }>(
    `select id from auth."user" where role = 'admin' and status = 'active' and id = any($1)`,
    [people.map(({ userId }) => userId)],
  )
  expect(rows).toHaveLength(1)
  const winner = people.findIndex(({ userId }) => userId === rows[0]?.id)
  const [won, lost] = winner === 0 ? answers : answers.toReversed()
  expect(won).toMatchObject({ status: 303, location: home })
  expect(decodeURIComponent(String(won?.given))).toContain('User has been set as investor.')

  // A second change that is read in time is refused; afterwards the session has ended.
  const words = [wordsOf(lost?.html ?? ''), decodeURIComponent(String(lost?.given))].join(' ')
  const sentences = [
    ended,
    'At least one active administrator is required.',
    'Make sure you have the correct permissions.',
  ]
  expect(sentences.filter((sentence) => words.includes(sentence))).toHaveLength(1)
  expect(lost?.location ?? '/login').toMatch(/^\/login/)

  // The toast is shown once with the next page.
  const cookie = cookies[winner === 0 ? 1 : 0] ?? ''
  const next = await ask('/admin-dashboard', { cookie })
  expect(next).toMatchObject({
    status: 302,
    location: '/login?next=%2Fadmin-dashboard&ended',
    given: [],
  })
  const door = await ask(next.location ?? '', { cookie })
  expect(door.status).toBe(200)
  expect(wordsOf(door.html)).toContain('Your session ended. Please sign in again.')
  expect(wordsOf(door.html)).not.toContain('Nothing was saved')
  expect((await ask(home, { cookie: cookies[winner === 0 ? 0 : 1] ?? '' })).status).toBe(200)
})
