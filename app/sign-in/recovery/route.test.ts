import { describe, expect, test } from 'vitest'
import { anInvestor } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf, visitTo } from '../../../tests/visits.ts'
import { pathForLog } from '../../platform/log.server.ts'
import type { Route } from './+types/route.ts'
import { loader } from './route.tsx'

const paths = ['/reset-password', '/password-reset', '/account/recovery', '/auth/recovery']
const queries = [
  '',
  '?token=s3cret&type=recovery',
  '?access_token=s3cret',
  '?email=amina@example.com',
  '?type=%00&token[]=1',
]

describe.each(paths)('AUTH-045 the recovery screen at %s', (path) => {
  test.each(queries)(
    'AUTH-050 opened with "%s" says that the link is invalid, and leads to the sign-in',
    async (query) => {
      const { status, html } = await ask(`${path}${query}`)
      expect(status).toBe(200)
      expect(wordsOf(html)).toContain('Invalid reset link. Please request a new password reset link.')
      expect(html).toMatch(/<a [^>]*href="\/login"[^>]*>Back to sign-in<\/a>/)
      expect(html).not.toContain('<form')
    },
  )

  test('repeats nothing of its query', async () => {
    expect((await ask(`${path}?token=s3cret`)).html).not.toContain('s3cret')
  })
})

test('the recovery screen is kept by nobody, and its address told to nobody', async () => {
  const { init } = await loader(visitTo<Route.LoaderArgs>('/reset-password?token=s3cret'))
  expect(Object.fromEntries(new Headers(init?.headers))).toEqual({
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  })
  expect(pathForLog(new Request('http://127.0.0.1/reset-password?token=s3cret'))).toBe('/reset-password')
})

test('AUTH-026 (W-15) a recovery link opens for somebody who is signed in', async () => {
  const cookie = await cookiesOf(await anInvestor())
  expect(await ask('/reset-password?token=s3cret', { cookie })).toMatchObject({ status: 200, location: null })
})
