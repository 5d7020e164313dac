import { readFileSync } from 'node:fs'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import { isForm } from './access.ts'
import { officeRoutes } from './routes.ts'

/** The pages of the back office with a form, by the address of their route. */
function pagesWithForms(routes: readonly RouteConfigEntry[], at = ''): string[] {
  return routes.flatMap(({ path = '', file, children = [] }) => {
    const own = [at, path].filter(Boolean).join('/')
    const source = readFileSync(`app/${file}`, 'utf8')
    const isPage =
      /^export default/m.test(source) &&
      /^export (async function|function|const) action\b/m.test(source)
    return [...(isPage ? [own] : []), ...pagesWithForms(children, own)]
  })
}

/** Pages that are read as well: without the permission to send their form they open read-only. */
const readAsWell = `
  approvals/:proposalId approvals/limits company import/:list import/:list/:importId inquiries/:inquiryId notifications outbox outbox/:mailId projects/:projectId
  projects/:projectId/milestones projects/:projectId/pictures projects/:projectId/plans
  projects/:projectId/plans/:templateId projects/:projectId/updates security statements/drafts/:draftId transactions
  transactions/payers transactions/proofs
`
  .trim()
  .split(/\s+/)
  .map((path) => `admin-dashboard/${path}`)

test('STAFF-315 each page with a form is one that only shows it, or one that is read as well', () => {
  const pages = pagesWithForms(officeRoutes)
  expect(pages.filter((path) => !isForm(path)).toSorted()).toEqual(readAsWell)
})

test('STAFF-315 each part of an address that marks a form belongs to a route', () => {
  const [, words = ''] =
    /formParts = new Set\(\s*`([^`]+)`/.exec(readFileSync('app/office/access.ts', 'utf8')) ?? []
  const parts = new Set(allPaths(officeRoutes).flatMap((path) => path.split('/')))
  expect(
    words
      .trim()
      .split(/\s+/)
      .filter((word) => !parts.has(word)),
  ).toEqual([])
})

function allPaths(routes: readonly RouteConfigEntry[]): string[] {
  return routes.flatMap(({ path = '', children = [] }) => [path, ...allPaths(children)])
}
