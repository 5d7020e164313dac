import { describe, expect, test, vi } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { anAdmin, anInvestor, aProject } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { requestBy } from '../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import type { ListedProject } from '../../domain/projects/projects.server.ts'
import { calendarDate } from '../../values/calendar-date.ts'
import { usd } from '../../values/money.ts'
import { ProjectCard } from './project-card.tsx'
import ManageProjects, { loader } from './route.tsx'

const admin = await anAdmin()
const path = '/admin-dashboard/projects'
const towers: ListedProject = {
  id: '0198c0de-0000-7000-8000-000000000001',
  name: 'Twin Towers Muthaiga',
  location: 'Nairobi, Kenya',
  status: 'ongoing',
  totalValue: usd('350,000'),
  progressPercent: 82,
  startedOn: calendarDate('2026-01-10'),
  completionOn: calendarDate('2027-02-28'),
  published: true,
  isArchived: false,
  cover: {
    id: '0198c0de-0000-7000-8000-000000000002',
    widths: [480],
    avifWidths: [],
    width: 480,
    height: 270,
    placeholder: 'data:image/webp;base64,AAAA',
    alt: 'Two towers',
  },
}

const load = (search: string, by: Parameters<typeof requestBy>[0] = admin) =>
  loader(requestBy(by, `${path}${search}`) as Parameters<typeof loader>[0])
const card = (more: Partial<ListedProject> = {}) =>
  htmlOf(() => <ProjectCard project={{ ...towers, ...more }} />, path)

const screen = (loaderData: Awaited<ReturnType<typeof load>>) =>
  htmlOf(ManageProjects, path, loaderData)

describe('a project card', () => {
  test('MPR-003 shows name, location, image, status, total value, progress, start and end', () => {
    const html = card()
    for (const shown of [
      'Twin Towers Muthaiga',
      'Nairobi, Kenya',
      'Ongoing',
      '$350,000',
      '82%',
      'alt="Two towers"',
    ]) {
      expect(html).toContain(shown)
    }
    expect(html).toContain('/pictures/0198c0de-0000-7000-8000-000000000002/480.webp')
    expect(html).toMatch(/role="progressbar"[^>]*aria-valuenow="82"/)
  })

  test('MPR-004 (decisions §1) shows days as 10 Jan 2026, N/A where there is none', () => {
    expect(card()).toContain('>10 Jan 2026<')
    expect(card()).toContain('>28 Feb 2027<')
    expect(card({ startedOn: null, completionOn: null }).match(/N\/A/g)).toHaveLength(2)
  })

  test('MPR-007..009 has an amber badge when planned, a blue one when ongoing, a green one when completed', () => {
    expect(card({ status: 'planned' })).toMatch(/before:bg-warning[^>]*>Planned</)
    expect(card({ status: 'ongoing' })).toMatch(/before:bg-info[^>]*>Ongoing</)
    expect(card({ status: 'completed' })).toMatch(/before:bg-positive[^>]*>Completed</)
  })

  test('MPR-005 has an edit and a delete button, and when archived one to restore', () => {
    const at = '/admin-dashboard/projects/0198c0de-0000-7000-8000-000000000001'
    const html = card()
    expect(html).toContain(`aria-label="Edit Twin Towers Muthaiga"`)
    expect(html).toContain(`href="${at}"`)
    expect(html).toContain(`href="${at}/delete"`)
    const archived = card({ isArchived: true })
    expect(archived).not.toContain(`href="${at}/delete"`)
    expect(archived).toContain(`action="${at}/restore"`)
    // A labelled form is a landmark, which two projects with one name would have twice.
    expect(archived).not.toMatch(/<form[^>]*aria-label/)
  })

  test('keeps its shape without a picture, and says when it is not published', () => {
    expect(card({ cover: null })).toContain('No picture yet')
    expect(card({ published: false })).toContain('not published')
  })
})

describe('the screen', () => {
  test('MPR-006 says so when no project matches, and something else when there is none at all', async () => {
    expect(screen(await load('?q=nothing+of+that+name'))).toContain(
      'No projects found matching your search',
    )
    const empty = screen({ ...(await load('?q=nothing+of+that+name')), q: '' })
    expect(empty).toContain('No projects yet')
    expect(empty).not.toContain('matching your search')
  })

  test('takes search, status and page from the address, and ignores what is none', async () => {
    await aProject('Garden City')
    expect(await load('?q=garden&status=ongoing')).toMatchObject({
      q: 'garden',
      status: 'ongoing',
      total: 1,
    })
    expect(await load('?q=garden&status=planned')).toMatchObject({ total: 0 })
    expect(await load('?q=garden&status=sold&page=-3')).toMatchObject({
      status: null,
      page: 1,
      total: 1,
    })
    expect(screen(await load('?q=garden'))).toContain('1–1 of 1')
  })

  test('MPR-022 a list that could not be read says so and never looks empty', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const cookie = await cookiesOf(admin)
    await asSuperuser((client) => client.query('revoke select on app.project from msingi_admin'))
    const { html, status } = await ask(path, { cookie })
    await asSuperuser((client) => client.query('grant select on app.project to msingi_admin'))
    expect(status).toBe(500)
    expect(wordsOf(html)).toContain('Failed to load projects Please try again later.')
    expect(html).not.toContain('No projects yet')
  })

  test('is for administrators', async () => {
    await expect(load('', null)).rejects.toMatchObject({ status: 302 })
    await expect(load('', await anInvestor())).rejects.toMatchObject({ status: 302 })
  })
})
