import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin, aProject, as } from '../../../tests/people.ts'
import { checkImport, confirmImport, keepFile } from './imports.server.ts'

const admin = await anAdmin()
const check = (content: string) => as(admin, (actor) => checkImport(actor, 'projects', content))

async function confirm(content: string) {
  const { fingerprint } = await check(content)
  return as(admin, async (actor) => {
    const kept = await keepFile(actor, { list: 'projects', name: 'projects.csv', content })
    if ('refused' in kept) throw new Error(kept.refused)
    return confirmImport(actor, { list: 'projects', importId: kept.importId, fingerprint })
  })
}

test('DATA-031 projects are imported with the words of the office or of the public site, not published', async () => {
  const words = ['planned', 'Upcoming', 'ongoing', 'In Progress', 'Completed', 'CLOSED']
  const lines = words.map(
    (word, place) => `Word ${place},Nairobi,${word},"1,000,000.50",31/12/2025`,
  )
  const content = ['Name,Location,Status,Total value (USD),Start date', ...lines].join('\n')
  expect(await confirm(content)).toEqual({ added: 6, leftOut: 0 })
  const { rows } = await change<{ status: string }>(
    "select status, slug, published, total_value_cents::text as value, started_on::text from app.project where name like 'Word %' order by name",
  )
  expect(rows.map(({ status }) => status)).toEqual([
    ...['planned', 'planned', 'ongoing', 'ongoing', 'completed', 'completed'],
  ])
  expect(rows[0]).toMatchObject({
    slug: 'word-0',
    published: false,
    value: '100000050',
    started_on: '2025-12-31',
  })
})

test('DATA-031 a project is judged as in the form, known by its address or name, and stands in a file once', async () => {
  const projectId = await aProject('Known House')
  const { rows } = await change<{ slug: string }>('select slug from app.project where id = $1', [
    projectId,
  ])
  await change("insert into app.former_slug values ('old-house', $1)", [projectId])
  const content = [
    'name;slug;location;status;total_value;progress;minimum;completion date;start date',
    `Other;${rows[0]?.slug};Nairobi;Planned;1;;;;`,
    'KNOWN HOUSE;;Nairobi;Planned;1;;;;',
    'Third;old-house;Nairobi;Planned;1;;;;',
    'Fourth;Not A Slug;;waiting;12,50;101;0;2025-01-01;2026-01-01',
    'Fifth;;Nairobi;Planned;0;;;;',
    'fifth;;Nairobi;Planned;0;;;;',
    'Sixth;site;Nairobi;Planned;0;;;;',
    'Seventh;old-house;;Planned;0;;;;',
    'FIFTH;;;Planned;0;;;;',
  ].join('\n')
  const { ready, here, problems } = await check(content)
  expect(ready.map(({ row }) => row)).toEqual([6])
  expect(here.map(({ row }) => row)).toEqual([2, 3])
  expect(problems.map(({ row, column }) => `${row} ${column}`).toSorted()).toEqual([
    ...['10 Location', '10 Name', '4 Slug'],
    ...[
      'Expected completion date',
      'Location',
      'Minimum (USD)',
      'Progress (%)',
      'Slug',
      'Status',
      'Total value (USD)',
    ].map((field) => `5 ${field}`),
    '7 Name',
    '8 Slug',
    ...['Location', 'Slug'].map((field) => `9 ${field}`),
  ])
})

test('DATA-031 two projects whose names give one address get two', async () => {
  await confirm(
    'Name,Location,Status,Total value (USD)\nTwin Roof,Nairobi,Planned,0\nTwin-Roof,Nairobi,Planned,0',
  )
  const { rows } = await change(
    "select slug as id from app.project where name like 'Twin_Roof' order by slug",
  )
  expect(rows.map(({ id }) => id)).toEqual(['twin-roof', 'twin-roof-2'])
})

test('PAGE-003 (issue 33) terms, risks and place of projects are imported; a coordinate alone or outside of the earth is a problem', async () => {
  const heading = 'Name,Location,Status,Total value (USD),Fees,Refunds,Risks,Latitude,Longitude'
  const { problems, ready } = await check(
    [
      heading,
      'Term One,Nairobi,Planned,0,2%,In full,Fire,-1.29,36.82',
      'Term Two,Nairobi,Planned,0,,,,-1.29,',
      'Term Three,Nairobi,Planned,0,,,,-91,36',
    ].join('\n'),
  )
  expect(ready).toHaveLength(1)
  expect(problems.map(({ row, column }) => `${row} ${column}`)).toEqual([
    '3 Longitude',
    '4 Latitude',
  ])
  await confirm([heading, 'Term Four,Nairobi,Planned,0,2%,In full,Fire,-1.29,36.82'].join('\n'))
  const { rows } = await change(
    "select fees_text, refund_text, risk_text, latitude, longitude from app.project where name = 'Term Four'",
  )
  expect(rows).toEqual([
    {
      fees_text: '2%',
      refund_text: 'In full',
      risk_text: 'Fire',
      latitude: -1.29,
      longitude: 36.82,
    },
  ])
})
