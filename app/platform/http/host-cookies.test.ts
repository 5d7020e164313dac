import { expect, test } from 'vitest'
import { withHostPrefix, withoutHostPrefix } from './host-cookies.ts'

test('behind https a cookie is sent for this host alone, and Secure', () => {
  expect(withHostPrefix('msingi.session_token=a.b; Path=/; HttpOnly; SameSite=Lax')).toBe(
    '__Host-msingi.session_token=a.b; Path=/; HttpOnly; SameSite=Lax; Secure',
  )
  expect(withHostPrefix('toast=%7B%7D; Path=/; SameSite=Lax; Secure')).toBe(
    '__Host-toast=%7B%7D; Path=/; SameSite=Lax; Secure',
  )
})

test('what a neighbouring host planted under a plain name is not read', () => {
  expect(
    withoutHostPrefix(
      'msingi.session_token=planted; __Host-msingi.session_token=ours; sidebar=open',
    ),
  ).toBe('msingi.session_token=ours')
  expect(withoutHostPrefix('msingi.session_token=planted')).toBeNull()
  expect(withoutHostPrefix(null)).toBeNull()
})
