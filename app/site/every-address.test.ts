import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { change } from '../../tests/database.ts'
import { aProject } from '../../tests/people.ts'
import { addresses, ask } from '../../tests/product.tsx'

/** Every public address pattern. */
const open = addresses()
  .map(({ path }) => path)
  .filter((path) => !/^\/(admin-dashboard|manage-users|investment-dashboard)/.test(path))

const slugs = { open: '', completed: '', hidden: '' }

beforeAll(async () => {
  await change("insert into app.legal_text (kind, version, body) values ('privacy', 1, 'Text')")
  slugs.open = await slugOf(await aProject('Open'))
  slugs.hidden = await slugOf(await aProject('Hidden', { published: false }))
  const completed = await aProject('Completed')
  await change("update app.project set status = 'completed' where id = $1", [completed])
  slugs.completed = await slugOf(completed)
})

async function slugOf(projectId: string): Promise<string> {
  const { rows } = await change<{ slug: string }>('select slug from app.project where id = $1', [
    projectId,
  ])
  return rows[0]?.slug ?? ''
}

type Visit = { path: string; status: number }

/** Addresses that are not pages, which have their own tests. */
const notPages = [
  '/logout',
  '/session',
  '/pictures/:pictureId/:file',
  '/share/:file',
  '/logo/:file',
  '/directors/:file',
  '/verification/:itemId/file',
  '/manifest.webmanifest',
  '/robots.txt',
  '/.well-known/security.txt',
  '/sitemap.xml',
  '/login/passkey',
  '/login/provider',
  '/login/provider/callback',
]

/** What each page shows a visitor. */
const visits: Record<string, () => Visit[]> = {
  '/': () => [{ path: '/', status: 200 }],
  '/investments': () => [
    { path: '/investments', status: 200 },
    { path: '/investments?status=nonsense&page=-1', status: 200 },
  ],
  '/investment/:slug': () => [
    { path: `/investment/${slugs.open}`, status: 200 },
    { path: `/investment/${slugs.hidden}`, status: 404 },
    { path: '/investment/nobody-knows', status: 404 },
  ],
  '/investment/:slug/invest': () => [
    { path: `/investment/${slugs.open}/invest`, status: 302 },
    { path: `/investment/${slugs.completed}/invest`, status: 200 },
    { path: `/investment/${slugs.hidden}/invest`, status: 404 },
  ],
  '/investment/:slug/interest': () => [
    { path: `/investment/${slugs.open}/interest`, status: 200 },
    { path: `/investment/${slugs.completed}/interest`, status: 302 },
    { path: `/investment/${slugs.hidden}/interest`, status: 404 },
  ],
  '/investment/:slug/interest/:interestId': () => [
    { path: `/investment/${slugs.open}/interest/${randomUUID()}`, status: 404 },
    { path: `/investment/${slugs.open}/interest/x`, status: 404 },
  ],
  '/investment/:slug/waiting-list': () => [
    { path: `/investment/${slugs.open}/waiting-list`, status: 302 },
    { path: `/investment/${slugs.hidden}/waiting-list`, status: 404 },
  ],
  '/investment/:slug/waiting-list/:waitingId': () => [
    { path: `/investment/${slugs.open}/waiting-list/${randomUUID()}`, status: 404 },
  ],
  '/contact': () => [
    { path: '/contact', status: 200 },
    { path: `/contact?project=${slugs.open}`, status: 200 },
    { path: '/contact?project=nobody-knows', status: 200 },
  ],
  '/check-us': () => [{ path: '/check-us', status: 200 }],
  '/privacy': () => [
    { path: '/privacy', status: 200 },
    { path: '/privacy?version=2', status: 404 },
    { path: '/privacy?version=x', status: 404 },
  ],
  '/terms': () => [{ path: '/terms', status: 404 }],
  '/verify': () => [
    { path: '/verify', status: 200 },
    { path: '/verify?code=nonsense', status: 200 },
  ],
  '/verify/:code': () => [{ path: '/verify/ZZZZ-ZZZZ-ZZZZ-ZZZZ', status: 404 }],
  '/form-too-large': () => [{ path: '/form-too-large', status: 413 }],
  '/contact/too-long': () => [{ path: '/contact/too-long', status: 413 }],
  '/*': () => [{ path: '/nothing-stands-here', status: 404 }],
  '/login': () => [{ path: '/login', status: 200 }],
  '/login/forgot': () => [{ path: '/login/forgot', status: 200 }],
  '/login/resend': () => [{ path: '/login/resend', status: 302 }],
  '/login/second-factor': () => [{ path: '/login/second-factor', status: 302 }],
  '/login/second-factor/set-up': () => [{ path: '/login/second-factor/set-up', status: 302 }],
  '/login/second-factor/recovery-codes': () => [
    { path: '/login/second-factor/recovery-codes', status: 302 },
  ],
  '/login/second-factor/turn-off': () => [{ path: '/login/second-factor/turn-off', status: 302 }],
  '/login/new-password': () => [{ path: '/login/new-password', status: 302 }],
  '/login/passkeys/new': () => [{ path: '/login/passkeys/new', status: 302 }],
  '/login/passkeys/:passkeyId': () => [{ path: `/login/passkeys/${randomUUID()}`, status: 302 }],
  '/login/sessions': () => [{ path: '/login/sessions', status: 302 }],
  '/confirm': () => [{ path: '/confirm?link=expired', status: 200 }],
  '/confirm/:token': () => [{ path: `/confirm/${randomUUID()}`, status: 404 }],
  '/invitation': () => [{ path: '/invitation?link=expired', status: 200 }],
  '/invitation/:token': () => [{ path: `/invitation/${randomUUID()}`, status: 404 }],
  '/reset-password': () => [{ path: '/reset-password', status: 200 }],
  '/password-reset': () => [{ path: '/password-reset', status: 302 }],
  '/account/recovery': () => [{ path: '/account/recovery', status: 302 }],
  '/auth/recovery': () => [{ path: '/auth/recovery', status: 302 }],
}

test('every address that is open to anyone is visited', () => {
  expect([...Object.keys(visits), ...notPages].sort()).toEqual([...new Set(open)].sort())
})

describe.each(Object.entries(visits))('a visit to %s', (_, visitsOf) => {
  test('gets the status that is true, and on every page one heading of the first level', async () => {
    for (const { path, status } of visitsOf()) {
      const answer = await ask(path)
      expect(answer.status, path).toBe(status)
      if (status !== 302) expect(answer.html.match(/<h1[\s>]/g), path).toHaveLength(1)
    }
  })
})
