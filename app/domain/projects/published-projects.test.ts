import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, as, asPerson } from '../../../tests/people.ts'
import { setClock } from '../../platform/clock.server.ts'
import { type GuestActor, transact } from '../../platform/database/database.server.ts'
import { usd } from '../../values/money.ts'
import {
  findPublishedProject,
  galleryPictures,
  listOffers,
  listPublishedProjects,
  pageOfPublishedProjects,
} from './published-projects.server.ts'

function asGuest<Result>(work: (guest: GuestActor) => Promise<Result>): Promise<Result> {
  return transact({ role: 'guest' }, work)
}
const published = (most = 10) => asGuest((guest) => listPublishedProjects(guest, { most }))
const namesOf = (projects: { name: string }[]) => projects.map((project) => project.name)

type Facts = Record<string, string | number | boolean | string[] | null>

/** A published project of this name, with these columns. */
async function aListing(name: string, facts: Facts = {}): Promise<string> {
  const row: Facts = {
    slug: name.toLowerCase(),
    name,
    location: 'Nairobi',
    total_value_cents: 0,
    published: true,
    ...facts,
  }
  const columns = Object.keys(row)
  const { rows } = await change(
    `insert into app.project (${columns}) values (${columns.map((_, index) => `$${index + 1}`)}) returning id`,
    Object.values(row),
  )
  return rows[0]?.id ?? ''
}

/** Pictures of a project with these words, in this order. */
async function hang(projectId: string, ...alts: string[]) {
  for (const [index, alt] of alts.entries()) {
    const id = randomUUID()
    await change(
      "insert into app.picture (id, width, height, placeholder) values ($1, 1200, 800, 'data:,')",
      [id],
    )
    for (const [width, format] of [
      [480, 'webp'],
      [1200, 'webp'],
      [480, 'avif'],
    ]) {
      const file = [id, width, format, randomUUID()]
      await change('insert into app.picture_file values ($1, $2, $3, $4, 100)', file)
    }
    await change('insert into app.project_picture values ($1, $2, $3, $4)', [
      projectId,
      id,
      alts.length - index,
      alt,
    ])
  }
}

beforeEach(async () => {
  await change('truncate app.investment cascade')
  await change('delete from app.project_picture')
  await change('delete from app.project')
})

describe('the public list', () => {
  test('shows the published ones by featured rank, then by name, and as many as asked for', async () => {
    for (const name of ['Bay', 'Acre']) await aListing(name)
    await aListing('Cove', { featured_rank: 1 })
    await aListing('Hidden', { published: false })
    await aListing('Archived', { archived_at: '2026-01-01' })
    expect(namesOf(await published())).toEqual(['Cove', 'Acre', 'Bay'])
    expect(await published(2)).toHaveLength(2)
    const adminCommand = await as(await anAdmin(), (admin) =>
      listPublishedProjects(admin, { most: 9 }),
    )
    expect(namesOf(adminCommand)).toEqual(['Cove', 'Acre', 'Bay'])
  })

  test('REQ-011 with nothing left they lead to a question instead of Invest Now, and never say more than all or too little', async () => {
    await aListing('Free', { target_cents: 300000 })
    const over = await aListing('Over', { target_cents: 300000 })
    const typed = await aListing('Typed', {
      units: 2,
      unit_price_cents: 100000,
      funded_bp: 1500,
      funded_as_of_on: '2026-01-31',
    })
    await aListing('Unstated', {})
    await aListing('Whole', { status: 'completed', target_cents: 300000 })
    const investor = await anInvestor()
    const active = await anInvestment(investor.investorId, over, usd('7,200'))
    await change("update app.investment set status = 'active' where id = $1", [active])
    const short = await anInvestment(investor.investorId, typed, usd('1,000.01'))
    const completionShown = async () =>
      (await published()).map(({ name, funded, invest }) => [
        name,
        funded?.share ?? null,
        invest?.words,
        invest?.to,
      ])
    const now = (slug: string) => ['Invest Now', `/investment/${slug}/invest`]
    const ask = (slug: string) => ['Fully reserved. Contact us', `/contact?project=${slug}`]
    expect(await completionShown()).toEqual([
      ['Free', 0, ...now('free')],
      ['Over', 10_000, ...ask('over')],
      // Less than one unit is left.
      ['Typed', null, ...ask('typed')],
      ['Unstated', null, ...now('unstated')],
      ['Whole', 0, undefined, undefined],
    ])
    await change(
      "update app.investment set status = 'cancelled', cancelled_on = invested_on where id = $1",
      [short],
    )
    expect((await completionShown())[2]).toEqual(['Typed', 1_500, ...now('typed')])
  })

  test('the funded share is what active and completed investments are of the target, else what an admin entered', async () => {
    const raised = await aListing('Raised', { target_cents: 300000 })
    await aListing('Entered', { funded_bp: 1500, funded_as_of_on: '2026-01-31' })
    await aListing('Unsaid')
    const investor = await anInvestor()
    const active = await anInvestment(investor.investorId, raised, usd('1,000'))
    await anInvestment(investor.investorId, raised, usd('500'))
    await change("update app.investment set status = 'active' where id = $1", [active])
    expect((await published()).map(({ name, funded }) => [name, funded])).toEqual([
      ['Entered', { share: 1500, asOf: '2026-01-31' }],
      ['Raised', { share: 3300, asOf: null }],
      ['Unsaid', null],
    ])
    expect(
      await asPerson(investor, (actor) => listPublishedProjects(actor, { most: 3 })),
    ).toHaveLength(3)
  })

  test('is paged by twelve, with the counts of every status; a page past the last is the last', async () => {
    for (const number of Array(13).keys())
      await aListing(`Tower-${String(number).padStart(2, '0')}`)
    await aListing('Villa', { status: 'planned' })
    const pageOf = (facts: Partial<Parameters<typeof pageOfPublishedProjects>[1]>) =>
      asGuest((guest) => pageOfPublishedProjects(guest, { status: null, page: 1, ...facts }))
    const first = await pageOf({})
    expect(first.projects).toHaveLength(12)
    expect(first).toMatchObject({
      total: 14,
      page: 1,
      counts: { planned: 1, ongoing: 13, completed: 0 },
    })
    expect(await pageOf({ page: 99 })).toMatchObject({
      page: 2,
      projects: [{ name: 'Tower-12' }, { name: 'Villa' }],
    })
    expect(await pageOf({ status: 'planned', page: 2 })).toMatchObject({
      page: 1,
      total: 1,
      projects: [{ name: 'Villa' }],
    })
    expect(await pageOf({ status: 'completed' })).toMatchObject({ page: 1, total: 0, projects: [] })
  })
})

describe('when it is complete', () => {
  const wordsOf = async (facts: Facts) => {
    const slug = `p-${randomUUID()}`
    await aListing('Acre', { slug, ...facts })
    return (await published()).find((project) => project.slug === slug)?.completion
  }

  test('is the text, else the month of the day, and nothing where neither is known', async () => {
    setClock(() => new Date('2026-11-21T12:00:00Z'))
    expect(
      await wordsOf({ completion_text: 'late 2026 to early 2027', completion_on: '2027-03-31' }),
    ).toBe('late 2026 to early 2027')
    expect(await wordsOf({ completion_text: 'when the road is done' })).toBe(
      'when the road is done',
    )
    expect(await wordsOf({ completion_on: '2027-03-31' })).toBe('March 2027')
    expect(await wordsOf({})).toBeNull()
  })

  test('(W-44) a day that has passed is no outlook: a new date will be announced', async () => {
    const shop = { completion_text: 'September 2025', completion_on: '2025-09-30' }
    setClock(() => new Date('2025-09-30T20:59:00Z'))
    expect(await wordsOf(shop)).toBe('September 2025')
    setClock(() => new Date('2025-09-30T21:00:00Z'))
    expect(await wordsOf(shop)).toBe('Planned for September 2025; new date to be announced')
    expect(await wordsOf({ ...shop, completion_text: null })).toBe(
      'Planned for September 2025; new date to be announced',
    )
    expect(await wordsOf({ ...shop, status: 'completed' })).toBe('September 2025')
  })
})

describe('the offers of the landing page', () => {
  test('are the first two that are not completed, with their pictures', async () => {
    await aListing('Done', { status: 'completed', featured_rank: 1 })
    await hang(await aListing('First', { featured_rank: 2 }), 'Last picture', 'Cover')
    await aListing('Second', { featured_rank: 3 })
    await aListing('Third', { featured_rank: 4 })
    const offers = await asGuest((guest) => listOffers(guest, 2))
    expect(namesOf(offers)).toEqual(['First', 'Second'])
    expect(offers[0]?.pictures.map((picture) => picture.alt)).toEqual(['Cover', 'Last picture'])
    expect(offers[0]?.cover).toMatchObject({ alt: 'Cover', widths: [480, 1200], avifWidths: [480] })
    expect(offers[1]).toMatchObject({ cover: null, pictures: [] })
  })
})

describe('the gallery', () => {
  test('has the pictures of the three featured first, project after project, up to so many', async () => {
    for (const [index, name] of ['Acre', 'Bay', 'Cove', 'Dune'].entries()) {
      await hang(await aListing(name, { featured_rank: index }), `${name} 2`, `${name} 1`)
    }
    await hang(await aListing('Hidden', { published: false, featured_rank: 0 }), 'Secret')
    const gallery = await asGuest((guest) => galleryPictures(guest, 24))
    expect(gallery.map((picture) => picture.alt)).toEqual([
      'Acre 1',
      'Acre 2',
      'Bay 1',
      'Bay 2',
      'Cove 1',
      'Cove 2',
    ])
    expect(gallery[2]).toMatchObject({ projectName: 'Bay', slug: 'bay' })
    expect(await asGuest((guest) => galleryPictures(guest, 3))).toHaveLength(3)
  })
})

describe('the page of a project', () => {
  const find = (slug: string) => asGuest((guest) => findPublishedProject(guest, slug))

  test('has everything that is known, and nothing made up where nothing is', async () => {
    await aListing('Bare')
    await hang(
      await aListing('Full', { unit_price_cents: 3500000, units: 5, annual_return_bp: 900 }),
      'Front',
    )
    expect(await find('full')).toMatchObject({
      unitPrice: 3500000n,
      units: 5,
      annualReturn: 900,
      pictures: [{ alt: 'Front' }],
    })
    expect(await find('bare')).toMatchObject({
      name: 'Bare',
      tagline: null,
      features: [],
      unitPrice: null,
      pictures: [],
    })
  })

  test('PUB-080 (W-45) an address from before leads to the present one, while the project is published', async () => {
    const id = await aListing('Retail-clothing')
    for (const slug of ['retail', 'retail-store'])
      await change('insert into app.former_slug values ($1, $2)', [slug, id])
    expect(await find('retail')).toEqual({ movedTo: 'retail-clothing' })
    expect(await find('retail-store')).toEqual({ movedTo: 'retail-clothing' })
    await change('update app.project set published = false')
    expect(await find('retail')).toBeNull()
    expect(
      await asGuest((guest) => guest.tx.selectFrom('former_slug').select('slug').execute()),
    ).toEqual([])
  })

  test('is missing for an address no one has, and for what is not published or archived', async () => {
    await aListing('Hidden', { published: false })
    await aListing('Archived', { archived_at: '2026-01-01' })
    for (const slug of ['nothing', 'hidden', 'archived', '', "' or true --", 'x'.repeat(5000)]) {
      expect(await find(slug)).toBeNull()
    }
    expect(await as(await anAdmin(), (admin) => findPublishedProject(admin, 'hidden'))).toBeNull()
  })
})
