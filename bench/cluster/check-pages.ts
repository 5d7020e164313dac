import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { get, hashesOf, type Outcome, outcomeOf, post, type Site } from './check-site.ts'
import { ask } from './postgres.ts'

const longestWaitMs = 20_000

/**
 * A project is added at one process and deleted at another: how long until each shows it, and until none does; and the
 * copies of its picture, which the worker makes, read from each.
 */
export async function checkKeptPages({ cluster, webs, admin }: Site): Promise<Outcome[]> {
  const [slug, first, last] = [
    `check-${randomUUID()}`,
    webs[0]?.address ?? '',
    webs.at(-1)?.address ?? '',
  ]
  for (const { address } of webs) await get(address, '/investments')
  await expectMoved(
    fetch(`${first}/admin-dashboard/projects/new`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: admin, origin: first },
      body: await newProject(slug),
    }),
  )
  const shown = await shownAfter(webs, slug, true)
  const pictures = await checkPictures(webs, slug)
  const projectId = await ask(cluster.databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select id from app.project where slug = $1',
      [slug],
    )
    return rows[0]?.id ?? ''
  })
  await expectMoved(
    post(last, `/admin-dashboard/projects/${projectId}/delete`, {
      cookie: admin,
      form: { as: 'delete' },
    }),
  )
  const gone = await shownAfter(webs, slug, false)
  const found = `${shown ?? 'never'} ms and ${gone ?? 'never'} ms after the answer`
  const pages = 'kept pages: a project added at the first, deleted at the last'
  return [outcomeOf(pages, found, ![shown, gone].includes(null)), pictures]
}

async function expectMoved(answered: Promise<Response>): Promise<void> {
  const { status, url } = await answered
  if (status !== 302 && status !== 303) throw new Error(`${url} answered ${status}`)
}

/** The form of Add Project: published, and with nothing filled in but what must be. */
async function newProject(slug: string): Promise<FormData> {
  const form = new FormData()
  const empty = [
    'projectType',
    'stageText',
    'description',
    'target',
    'unitPrice',
    'units',
    'minimum',
    'annualReturn',
  ]
  const more = [
    'funded',
    'fundedAsOf',
    'progress',
    'startedOn',
    'completionOn',
    'completionText',
    'tagline',
  ]
  for (const name of [...empty, ...more, 'priceText', 'features', 'featuredRank'])
    form.set(name, '')
  const expected = {
    name: 'Check House',
    location: 'Nairobi',
    status: 'ongoing',
    totalValue: '1000',
    published: 'on',
  }
  const facts = { ...expected, slug, key: randomUUID(), coverAlt: 'A house' }
  for (const [name, value] of Object.entries(facts)) form.set(name, value)
  const picture = sharp({
    create: { width: 1600, height: 1000, channels: 3, background: '#88aacc' },
  })
  const bytes = new Uint8Array(await picture.png().toBuffer())
  form.set('cover', new Blob([bytes], { type: 'image/png' }), 'house.png')
  return form
}

/** After how many milliseconds every process shows the project in the list, or none does; null after too long. */
async function shownAfter(
  webs: Site['webs'],
  slug: string,
  isShown: boolean,
): Promise<number | null> {
  const began = performance.now()
  const isSo = async ({ address }: { address: string }) =>
    (await (await get(address, '/investments')).text()).includes(`/investment/${slug}"`) === isShown
  while (performance.now() - began < longestWaitMs) {
    const answers = await Promise.all(webs.map(isSo))
    if (answers.every(Boolean)) return Math.round(performance.now() - began)
  }
  return null
}

async function checkPictures(webs: Site['webs'], slug: string): Promise<Outcome> {
  const began = performance.now()
  let paths: string[] = []
  while (paths.length === 0 && performance.now() - began < longestWaitMs) {
    const html = await (await get(webs.at(-1)?.address ?? '', `/investment/${slug}`)).text()
    paths = [
      ...new Set([...html.matchAll(/\/pictures\/[0-9a-f-]+\/\d+\.[a-z]+/g)].map(([path]) => path)),
    ]
  }
  const hashes = await Promise.all(paths.map((path) => hashesOf(webs, path)))
  const same = hashes.filter((found) => found.isSame).length
  const found = `${same} of ${paths.length} the same from each`
  return outcomeOf(
    'copies of its picture, made by the worker',
    found,
    same > 0 && same === paths.length,
  )
}
