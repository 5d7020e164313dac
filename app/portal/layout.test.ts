import { expect, test } from 'vitest'
import { anAdmin, anInvestor } from '../../tests/people.ts'
import { cookiesOf, visitTo } from '../../tests/visits.ts'
import { toastCookie } from '../platform/http/toast.server.ts'
import { headers, loader } from './layout.tsx'

const home = '/investment-dashboard'

test('AUTH-470 a document names the account whose device may store it; view mode, data and a message do not', async () => {
  const investor = await anInvestor()
  const admin = await anAdmin()
  const accountOf = async (path: string, cookie: string, more: Record<string, string> = {}) => {
    const { init } = await loader(
      visitTo<Parameters<typeof loader>[0]>(path, { cookie, headers: more }),
    )
    const loaderHeaders = new Headers(init?.headers)
    const named = new Headers(
      headers({
        loaderHeaders,
        parentHeaders: new Headers(),
        actionHeaders: new Headers(),
        errorHeaders: undefined,
      }),
    )
    return named.get('Offline-Copy-For')
  }
  const own = await cookiesOf(investor)
  const [toast] = toastCookie({ kind: 'success', title: 'Saved' }).split(';')
  expect(await accountOf(home, own)).toBe(investor.userId)
  expect(await accountOf(`${home}.data`, own)).toBeNull()
  expect(await accountOf(home, `${own}; ${toast}`)).toBeNull()
  // A request for an offline copy leaves the toast for the visible page.
  expect(await accountOf(home, `${own}; ${toast}`, { 'Offline-Copy': '1' })).toBe(investor.userId)
  const viewed = `${home}?investorId=${investor.investorId}`
  expect(await accountOf(viewed, await cookiesOf(admin))).toBeNull()
})
