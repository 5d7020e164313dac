import { afterEach, expect, test, vi } from 'vitest'
import { change } from '../../tests/database.ts'
import { anInvestment, anInvestor, aProject } from '../../tests/people.ts'
import { ask } from '../../tests/product.tsx'
import { wordsOf } from '../../tests/screens.tsx'
import { cookiesOf } from '../../tests/visits.ts'
import { usd } from '../values/money.ts'

const home = '/investment-dashboard'
const investor = await anInvestor('Jama Warsame')
const cookie = await cookiesOf(investor)

afterEach(() => vi.restoreAllMocks())

/** The response while investors have no privilege on these columns or this table. */
async function askWithout(readable: string, path: string) {
  const logged = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  await change(`revoke select on ${readable} from msingi_investor`)
  try {
    const { status, html } = await ask(path, { cookie })
    return {
      status,
      html,
      words: wordsOf(html),
      logged: logged.mock.calls.flat().map(String).join(''),
    }
  } finally {
    await change(`grant select on ${readable} to msingi_investor`)
  }
}

test.each([
  ['', 'Your dashboard could not be loaded', 'No investments yet'],
  ['/projects', 'Your projects could not be loaded', 'No projects yet'],
  ['/investments', 'could not be loaded', 'No investments yet'],
])(
  'INV-013 (W-50) what could not be read at %j says so, with a way to try again, and never looks empty',
  async (page, says, empty) => {
    await anInvestment(investor.investorId, await aProject(), usd('1,000'))
    const { status, words } = await askWithout('app.investment', `${home}${page}`)
    expect(status).toBe(500)
    expect(words).toContain(says)
    expect(words).toContain('Try again')
    expect(words).not.toContain(empty)
  },
)

test('INV-014 (W-50) a count that could not be read is in the log, shows no false zero, and costs no one the page', async () => {
  const { status, html, logged } = await askWithout(
    'app.notification_recipient',
    `${home}/projects`,
  )
  expect(status).toBe(200)
  expect(JSON.parse(logged)).toMatchObject({ message: 'unread notifications were not counted' })
  expect(html).not.toMatch(/\d+<span class="sr-only"> unread/)
})

test('INV-050 notifications that could not be fetched raise an error toast', async () => {
  const { status, words } = await askWithout('app.notification_recipient', `${home}/notifications`)
  expect(status).toBe(500)
  expect(words).toContain('Error fetching notifications Please try again later')
  expect(words).not.toContain('No Notifications')
})
