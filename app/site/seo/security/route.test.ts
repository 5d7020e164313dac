import { beforeEach, expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { requestBy } from '../../../../tests/requests.ts'
import { setClock } from '../../../platform/clock.server.ts'
import { config } from '../../../platform/config.server.ts'
import { loader } from './route.ts'

beforeEach(() => setClock(() => new Date('2026-11-27T10:00:00Z')))

test('OPS-390 security.txt names the company’s email and contact page, and expires within a year', async () => {
  await change('update app.company set facts = facts || \'{"email": "office@example.com"}\'')
  const args = requestBy(null, '/.well-known/security.txt')
  const answer = await loader(args as unknown as Parameters<typeof loader>[0])
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect((await answer.text()).trimEnd().split('\n')).toEqual([
    'Contact: mailto:office@example.com',
    `Contact: ${config.origin}/contact`,
    'Expires: 2027-05-26T00:00:00Z',
    'Preferred-Languages: en',
    `Canonical: ${config.origin}/.well-known/security.txt`,
  ])
})
