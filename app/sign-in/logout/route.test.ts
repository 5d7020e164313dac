import { expect, test } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { anAdmin } from '../../../tests/people.ts'
import { cookiesIn, cookiesOf, thrownBy, toastIn, visitTo } from '../../../tests/visits.ts'
import { loader as officeLoader } from '../../office/dashboard/route.tsx'
import { action as logout } from './route.ts'

test('AUTH-032 AUTH-033 ADM-006 INV-005 signing out ends the session and shows the sign-in page, with one toast', async () => {
  const admin = await anAdmin()
  for (const [path, toast] of [
    [
      '/logout',
      { kind: 'success', title: 'Logged out', text: 'You have been successfully logged out.' },
    ],
    ['/logout?from=sidebar', { kind: 'success', title: 'Logged out successfully' }],
  ] as const) {
    const cookie = await cookiesOf(admin)
    const answer = await logout(visitTo(path, { cookie, form: {} }))
    expect(answer.headers.get('location')).toBe('/login')
    expect(toastIn(cookiesIn(answer.headers))).toEqual(toast)
    expect(answer.headers.get('clear-site-data')).toBe('"storage"')
    expect(await thrownBy(officeLoader(visitTo('/admin-dashboard', { cookie })))).toMatchObject({
      status: 302,
    })
  }
})

test('AUTH-034 a sign-out that failed says so and leaves the session as it was', async () => {
  const admin = await anAdmin()
  const cookie = await cookiesOf(admin)
  const write = process.stderr.write
  process.stderr.write = () => true
  await asSuperuser((client) => client.query('revoke delete on auth.session from msingi_auth'))
  try {
    const answer = await logout(visitTo('/logout?from=sidebar', { cookie, form: {} }))
    expect(answer.headers.get('location')).toBe('/login')
    expect(toastIn(cookiesIn(answer.headers))).toMatchObject({
      kind: 'error',
      title: 'Logout failed',
    })
    expect(answer.headers.get('clear-site-data')).toBeNull()
  } finally {
    process.stderr.write = write
    await asSuperuser((client) => client.query('grant delete on auth.session to msingi_auth'))
  }
  expect((await officeLoader(visitTo('/admin-dashboard', { cookie }))).figures).not.toBeNull()
})
