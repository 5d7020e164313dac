import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anInvestment, anInvestor, aProject, asPerson, type Person } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { firstInvestments } from '../../domain/investments/portfolio.server.ts'
import { setClock } from '../../platform/clock.server.ts'
import { usd } from '../../values/money.ts'

const path = '/investment-dashboard/projects'

async function screenOf(person: Person, search = '') {
  const { html } = await ask(`${path}${search}`, { cookie: await cookiesOf(person) })
  return { html, words: wordsOf(html.slice(html.indexOf('<main'), html.indexOf('</main>'))) }
}

test('INV-036 without projects the page says so', async () => {
  const { words } = await screenOf(await anInvestor())
  expect(words).toContain('My Projects No projects yet')
  expect(words).toContain('See our projects')
})

test('INV-034 several investments in a project show it once, with all of one’s part; a cancelled one gives no project', async () => {
  const investor = await anInvestor()
  const [towers, left] = [await aProject('Acacia Towers'), await aProject('Baobab Court')]
  await anInvestment(investor.investorId, towers, usd('1,000'))
  await anInvestment(investor.investorId, towers, usd('500'))
  const cancelled = await anInvestment(investor.investorId, left, usd('9,000'))
  await change(
    "update app.investment set status = 'cancelled', cancelled_on = '2026-05-01' where id = $1",
    [cancelled],
  )
  const { words } = await screenOf(investor)
  expect(words.match(/<h2|Acacia Towers Nairobi/g)).toHaveLength(1)
  expect(words).toContain('The project you are invested in.')
  expect(words).toContain('Your share $1,500 2 investments')
  expect(words).not.toContain('Baobab')
})

test('INV-035 a card has picture, name, place, status, progress, value and expected completion', async () => {
  setClock(() => new Date('2026-11-20T09:00:00Z'))
  const investor = await anInvestor()
  const project = await aProject('Acacia Towers')
  await change(
    `update app.project set status = 'ongoing', progress_percent = 82, total_value_cents = 17500000,
       completion_text = 'Late 2026 to early 2027' where id = $1`,
    [project],
  )
  const picture = await change(
    `insert into app.picture (width, height, placeholder) values (800, 600, 'data:,') returning id`,
    [],
  )
  const pictureId = picture.rows[0]?.id
  await change(
    "insert into app.picture_file values ($1, 800, 'webp', gen_random_uuid()::text, 100)",
    [pictureId],
  )
  await change("insert into app.project_picture values ($1, $2, 1, 'The towers at dusk')", [
    project,
    pictureId,
  ])
  await anInvestment(investor.investorId, project, usd('1,000.50'))
  const { html, words } = await screenOf(investor)
  expect(words).toContain('Your share $1,000.50')
  expect(html).toMatch(
    new RegExp(`<img src="/pictures/${pictureId}/800.webp"[^>]*alt="The towers at dusk"`),
  )
  expect(words).toContain(
    'Ongoing Acacia Towers Nairobi Building progress 82% Project Value $175,000 Expected Completion Late 2026 to early 2027',
  )
  expect(html).toContain('aria-label="Building progress of Acacia Towers" aria-valuenow="82"')
})

test('an archived project stays with its investors and has no link; a published one leads to its public page', async () => {
  const investor = await anInvestor()
  const [open, archived] = [await aProject('Acacia Towers'), await aProject('Baobab Court')]
  for (const project of [open, archived])
    await anInvestment(investor.investorId, project, usd('1,000'))
  await change('update app.project set archived_at = now() where id = $1', [archived])
  const { html, words } = await screenOf(investor)
  expect(words).toContain('The 2 projects you are invested in.')
  expect(words).toContain('View Details of Acacia Towers')
  expect(words).not.toContain('View Details of Baobab Court')
  expect(html.match(/href="\/investment\/p-[^"]+"/g)).toHaveLength(1)
})

test('more than twelve projects stand on pages', async () => {
  const investor = await anInvestor()
  for (let count = 1; count <= 13; count += 1) {
    await anInvestment(investor.investorId, await aProject(`Court ${count}`), usd(String(count)))
  }
  expect((await screenOf(investor)).words).toContain('1–12 of 13')
  expect((await screenOf(investor, '?page=99')).words).toContain('13–13 of 13')
})

test('INV-006 the sub-routes of the portal answer, and INV-002 its sidebar has seven entries in this order', async () => {
  const cookie = await cookiesOf(await anInvestor())
  const labels: Record<string, string> = {
    '': 'Dashboard',
    '/investments': 'My Investments',
    '/projects': 'My Projects',
    '/documents': 'My Documents',
    '/notifications': 'My Notifications',
    '/settings': 'Profile Settings',
  }
  for (const [page, label] of Object.entries(labels)) {
    const { status, html } = await ask(`/investment-dashboard${page}`, { cookie })
    const sidebar = html.slice(html.indexOf('<aside'), html.indexOf('</aside>'))
    const entries = [
      ...sidebar.matchAll(
        /(?:href|action)="([^"]+)"[^>]*>(?:(?!<\/a>|<\/form>).)*class="folded:sr-only">([^<]+)/g,
      ),
    ]
    expect([status, ...entries.map(([, to, word]) => `${word} ${to}`)]).toEqual([
      200,
      ...Object.entries(labels).map(([at, word]) => `${word} /investment-dashboard${at}`),
      'Logout /logout?from=sidebar',
    ])
    expect(sidebar).toMatch(
      new RegExp(
        `title="${label}"[^>]*aria-current="page"|aria-current="page"[^>]*title="${label}"`,
      ),
    )
  }
})

test('DATA-006 an investment in the portal carries its project’s id, name, place, status and progress', async () => {
  const investor = await anInvestor()
  const id = await aProject('Acacia Towers')
  await change("update app.project set status = 'ongoing', progress_percent = 40 where id = $1", [
    id,
  ])
  await anInvestment(investor.investorId, id, usd('1,000'))
  const [investment] = await asPerson(investor, (reader) => firstInvestments(reader, 1))
  expect(investment?.project).toEqual({
    id,
    name: 'Acacia Towers',
    location: 'Nairobi',
    status: 'ongoing',
    progress: 4000,
    annualReturn: null,
  })
})
