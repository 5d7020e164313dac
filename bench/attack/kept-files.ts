import sharp from 'sharp'
import { inDatabaseOf } from '../running-database.ts'
import type { Stage, Target } from './arrange.ts'
import type { Heard } from './ask.ts'
import { scripted } from './malformed.ts'

type Accepted = { route: { pattern: string }; field: string; title: string; heard: Heard }

/** Looks at what became of a malformed file that was accepted: what is served of it runs in no browser. */
export function faultsInKept(
  target: Target,
  stage: Stage,
  accepted: Accepted,
): Promise<string[]> | string[] {
  if (accepted.field !== 'file') return faultsInPicture(target, stage)
  if (/\/(documents|verification)\//.test(accepted.route.pattern))
    return faultsInDocument(target, stage, accepted)
  return faultsInTable(target, stage, accepted.heard)
}

const served = (target: Target, stage: Stage, path: string) =>
  fetch(new URL(path, target.address), {
    headers: { cookie: stage.cookies.admin ?? '' },
    redirect: 'manual',
  })

const idOf = ({ dataDir }: Target, statement: string, values: unknown[]) =>
  inDatabaseOf(
    dataDir,
    async (client) => (await client.query<{ id: string }>(statement, values)).rows[0]?.id,
  )

/** A picture is decoded and written again, so that nothing is left of what else the file was. */
async function faultsInPicture(target: Target, stage: Stage): Promise<string[]> {
  const newest = `select picture_id || '/' || width || '.' || format as id from app.picture_file
    where picture_id = (select id from app.picture order by id desc limit 1) limit 1`
  const file = await idOf(target, newest, [])
  const answer = await served(target, stage, `/pictures/${file}`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  const format = file?.split('.').at(-1)
  const decoded = await sharp(bytes)
    .metadata()
    .then(
      ({ width }) => width > 0,
      () => false,
    )
  return [
    ...(answer.status === 200 ? [] : [`its picture answers ${answer.status}`]),
    ...(decoded ? [] : ['its picture cannot be decoded']),
    ...(answer.headers.get('content-type') === `image/${format}`
      ? []
      : ['its picture is served as no picture']),
    ...(bytes.includes(scripted) ? ['its picture still has the page in it'] : []),
    ...notSniffed(answer),
  ]
}

async function addressOfFile(
  target: Target,
  { parts }: Stage,
  { route: { pattern }, title }: Pick<Accepted, 'route' | 'title'>,
): Promise<string> {
  const isItem = pattern.includes('/verification/')
  const isNew = pattern.includes('/new')
  const table = isItem ? 'verification_item' : 'document'
  const added = isNew
    ? await idOf(target, `select id from app.${table} where title = $1`, [title])
    : undefined
  return isItem
    ? `/admin-dashboard/projects/${parts.projectId}/verification/${added ?? parts.itemId}/file`
    : `/admin-dashboard/documents/${added ?? parts.id}/file`
}

/** A file is kept as it came, so what counts is that a browser only ever saves it. */
async function faultsInDocument(
  target: Target,
  stage: Stage,
  { route, title }: Accepted,
): Promise<string[]> {
  const answer = await served(target, stage, await addressOfFile(target, stage, { route, title }))
  await answer.body?.cancel()
  const type = answer.headers.get('content-type') ?? ''
  return [
    ...(answer.status === 200 ? [] : [`its file answers ${answer.status}`]),
    ...(/html|xml|svg|script/i.test(type) ? [`its file is served as ${type}`] : []),
    ...(answer.headers.get('content-disposition')?.startsWith('attachment')
      ? []
      : ['its file is no attachment']),
    ...notSniffed(answer),
  ]
}

/** The lines of a table are shown again, as text. */
async function faultsInTable(
  target: Target,
  stage: Stage,
  { headers, body }: Heard,
): Promise<string[]> {
  const { location } = headers
  const page =
    typeof location === 'string' ? await (await served(target, stage, location)).text() : body
  return page.includes(scripted) ? ['its page has the script of the table in it'] : []
}

const notSniffed = ({ headers }: Response) =>
  headers.get('x-content-type-options') === 'nosniff'
    ? []
    : ['a browser may take it for something else']
