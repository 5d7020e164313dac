import { expect, test } from 'vitest'
import { type EditRefused, refuseEdit } from './refusal.server.ts'

const refuse = (refused: object) => refuseEdit(refused as EditRefused, new FormData())

test.each([
  [
    'own-investor',
    'This is your own investment. Ask another administrator to add or change it, or to record money on it.',
  ],
  ['archived', 'This investment is archived. Restore it first.'],
  ['key-reused', 'The form was already sent with different values. Reload the page and try again.'],
  ['parties-fixed', 'This investment has payments. Cancel it and add a new one.'],
])('an edit that is refused as %s says why', (refused, message) => {
  expect(refuse({ refused })).toMatchObject({ message })
})

test('a missing party is reported next to its field', () => {
  expect(refuse({ refused: 'unavailable', party: 'project' })).toMatchObject({
    errors: { projectId: 'This project is no longer available. Choose another.' },
  })
})
