import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isPermitted } from '../app/office/access.ts'
import { stopListening } from '../app/platform/http/live.server.ts'
import type { Permission, StaffRole } from '../app/values/staff-role.ts'
import { matrix } from './access-matrix.ts'
import type { Way } from './access-requests.ts'
import { comeIn, cookiesOfStaff, staffVisit } from './access-visits.ts'
import { change } from './database.ts'

afterAll(stopListening)

const roles = ['owner', 'manager', 'cashier', 'support', 'auditor'] as const

/**
 * What each role is for, address by address: `-` may not open it, `o` may open it, `s` may also send its form. The letters
 * stand in the order owner, manager, cashier, support, auditor.
 */
const table = `
  /admin-dashboard                                     ooooo
  /admin-dashboard/investors                           ooo-o
  /admin-dashboard/investors/new                       s-s--
  /admin-dashboard/investors/:investorId/edit          s-s--
  /admin-dashboard/projects                            ooo-o
  /admin-dashboard/projects/new                        ss---
  /admin-dashboard/projects/:projectId/milestones/new  ss---
  /admin-dashboard/projects/:projectId/verification    ooo-o
  /admin-dashboard/projects/:projectId/verification/new           ss---
  /admin-dashboard/projects/:projectId/verification/:itemId/edit  ss---
  /admin-dashboard/projects/:projectId/verification/:itemId/remove ss---
  /admin-dashboard/projects/:projectId/updates/new     ss---
  /admin-dashboard/documents                           ooooo
  /admin-dashboard/documents/new                       s--s-
  /admin-dashboard/notifications                       soo s o
  /admin-dashboard/notifications/new                   s--s-
  /admin-dashboard/inquiries                           ooooo
  /admin-dashboard/inquiries/:inquiryId                soo s o
  /admin-dashboard/investments                         ooo-o
  /admin-dashboard/investments/new                     s-s--
  /admin-dashboard/investments/:investmentId/payment   s-s--
  /admin-dashboard/investments/:investmentId/ledger/refund s-s--
  /admin-dashboard/payments                            ooo-o
  /admin-dashboard/payments/export                     ooo-o
  /admin-dashboard/receivables                         ooo-o
  /admin-dashboard/transactions                        sos-o
  /admin-dashboard/statements/new                      s-s--
  /admin-dashboard/requests                            ooo-o
  /admin-dashboard/requests/:requestId/approve         sss--
  /admin-dashboard/approvals                           ooo-o
  /admin-dashboard/approvals/:proposalId               sss-o
  /admin-dashboard/approvals/limits                    so--o
  /admin-dashboard/distributions                       ooo-o
  /admin-dashboard/distributions/new                   ss---
  /admin-dashboard/distributions/:distributionId/send  ss---
  /admin-dashboard/users                               oo--o
  /admin-dashboard/users/new                           s----
  /admin-dashboard/users/:userId/role/:role            s----
  /admin-dashboard/users/:userId/sessions              s----
  /admin-dashboard/users/export                        oo--o
  /admin-dashboard/company                             so--o
  /admin-dashboard/exchange-rates/new                  s-s--
  /admin-dashboard/audit                               oo--o
  /admin-dashboard/audit/export                        oo--o
  /admin-dashboard/security/reset-second-factor        s----
`
const lines = table
  .trim()
  .split('\n')
  .map((line) => {
    const [pattern = '', ...letters] = line.trim().split(/\s+/)
    return { pattern, letters: [...letters.join('')] }
  })

const cookies = new Map<StaffRole, string>()
const permissions = new Map<StaffRole, Permission[]>()
beforeAll(async () => {
  await comeIn()
  for (const role of roles) {
    cookies.set(role, await cookiesOfStaff(role))
    const { rows } = await change<{ permission: Permission }>(
      'select permission from auth.role_permission where role = $1',
      [role],
    )
    permissions.set(
      role,
      rows.map(({ permission }) => permission),
    )
  }
})

const opened = new Map<string, ReturnType<typeof staffVisit>>()

/** A page that a role opened in the browser is not opened again. */
function statusOf(role: StaffRole, pattern: string, way: Way, act?: string) {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const key = `${role} ${pattern}`
  const earlier = way === 'browser' && act === undefined ? opened.get(key) : undefined
  if (earlier) return earlier
  const cookie = cookies.get(role) ?? null
  const visit = staffVisit({ cookie, pattern, way, ...(act === undefined ? {} : { act }) })
  if (way === 'browser' && act === undefined) opened.set(key, visit)
  return visit
}

const office = matrix.filter(({ pattern }) => /^\/(admin-dashboard|manage-users)/.test(pattern))

describe.each(lines)('STAFF-001, STAFF-007, STAFF-316 $pattern', ({ pattern, letters }) => {
  test.each(roles.map((role, place) => ({ role, letter: letters[place] })))(
    '$role: $letter',
    async ({ role, letter }) => {
      const { status, body } = await statusOf(role, pattern, 'browser')
      expect(status === 403).toBe(letter === '-')
      if (letter === '-' && !pattern.endsWith('export'))
        expect(body).toContain('Your role does not include this page.')
      const acts = office.find((address) => address.pattern === pattern)?.acts ?? []
      for (const { act } of acts) {
        const sent = await statusOf(role, pattern, 'script', act)
        expect(sent.status === 403, act).toBe(letter !== 's')
      }
    },
  )
})

/** The forms of a page that may not be sent, and yet have a field or button that works. */
function formsToSend(html: string, page: string, own: readonly Permission[]): string[] {
  const forms = html.match(/<form [^>]*method="post"[^>]*>.*?<\/form>/gs) ?? []
  return forms.filter((form) => {
    const [head = ''] = /^<form [^>]*>/.exec(form) ?? []
    const action = /action="([^"?]*)/.exec(head)?.[1] ?? page
    if (!/^\/(admin-dashboard|manage-users)/.test(action) || isPermitted(own, action, true))
      return false
    const open = form.replace(/<fieldset disabled.*<\/fieldset>/gs, '')
    return /<(select|textarea|button[^>]*type="submit"|input(?![^>]*type="hidden"))/.test(open)
  })
}

describe.each(roles)('STAFF-002, STAFF-260 as %s', (role) => {
  test.each(office)(
    '$pattern is open to its permissions alone, without a fault',
    async ({ pattern, acts }) => {
      const own = permissions.get(role) ?? []
      const { path, status, body } = await statusOf(role, pattern, 'browser')
      if (status === 200) expect(formsToSend(body, path, own)).toEqual([])
      if (isPermitted(own, path, false)) expect([200, 202, 302, 303, 404]).toContain(status)
      else
        for (const way of ['browser', 'script'] as const)
          expect([403, 404]).toContain((await statusOf(role, pattern, way)).status)
      for (const { act } of acts) {
        const sent = await statusOf(role, pattern, 'browser', act)
        expect(sent.status, act).not.toBe(500)
        if (!isPermitted(own, path, true)) expect(sent.status, act).toBe(403)
        else expect(sent.status, act).not.toBe(403)
      }
    },
  )
})
