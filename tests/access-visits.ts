import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { uploadDocument } from '../app/domain/documents/upload-document.server.ts'
import { files } from '../app/platform/files.server.ts'
import { app } from '../server/app.ts'
import type { Answer, Who } from './access-matrix.ts'
import { giveOneOfEverything } from './database/one-of-everything.ts'
import { change } from './database.ts'
import { anAdmin, anInvestor, aProject, as } from './people.ts'
import { cookiesOf } from './visits.ts'

const origin = 'http://127.0.0.1:3000'
const connection = { incoming: { socket: { remoteAddress: '127.0.0.1', remotePort: 40_000, remoteFamily: 'IPv4' } } }

/** One investor has one of everything, under names that nobody else may read; the other visitors have nothing. */
export const secrets = ['Zainab Farole', 'Quiet Harbour House']

const people = {
  investor: await anInvestor('Zainab Farole'),
  another: await anInvestor('Ben Otieno'),
  inactive: await anInvestor('Leyla Noor'),
  admin: await anAdmin(),
  held: await anInvestor('Halima Diriye'),
}
const pending = await anInvestor('Pending Person', 'pending')
await giveOneOfEverything(people.investor, 'Quiet Harbour House')

const one = async (statement: string, ...values: unknown[]) => (await change(statement, values)).rows[0]?.id ?? ''
const { investorId, userId } = people.investor
const stored = await files.put(Readable.from([Buffer.from('A paper of one investor')]))
const paper = await as(people.admin, (admin) =>
  uploadDocument(
    admin,
    {
      key: randomUUID(),
      title: 'Deed of Quiet Harbour House',
      description: null,
      documentType: 'legal',
      projectId: null,
      sharedTax: false,
      audience: 'investor',
      investorId,
    },
    { ...stored, originalName: 'deed.pdf', mediaType: 'application/pdf' },
  ),
)
if ('refused' in paper) throw new Error(paper.refused)
const replaced = await files.put(Readable.from([Buffer.from('What the paper of one investor was before')]))
await change(
  `with kept as (insert into app.stored_file (storage_key, original_name, media_type, byte_size, sha256)
     values ($2, 'before.pdf', 'application/pdf', $3, $4) returning id)
   insert into app.earlier_file select $1, 1, kept.id, null, now() from kept`,
  [paper.documentId, replaced.key, replaced.byteSize, replaced.sha256],
)
const drawn = await files.put(Readable.from([Buffer.from('A picture of a paper of one investor')]))
await change(
  `insert into app.file_preview (file_id, storage_key, byte_size, sha256, width, height)
   select file_id, $2, $3, $4, 10, 10 from app.document where id = $1`,
  [paper.documentId, drawn.key, drawn.byteSize, drawn.sha256],
)
const projectId = await aProject()
const pictureId = await one(
  "insert into app.picture (width, height, placeholder) values (10, 10, 'data:,') returning id",
)
await change("insert into app.picture_file values ($1, 10, 'webp', $2, 23)", [pictureId, stored.key])
await change("insert into app.project_picture values ($1, $2, 1, 'A house')", [projectId, pictureId])
const updateId = await one(
  "insert into app.project_update (project_id, dated_on, progress_percent, body) values ($1, '2026-03-01', 40, 'Roof') returning id",
  projectId,
)
const sketchId = await one(
  "insert into app.picture (width, height, placeholder) values (10, 10, 'data:,') returning id",
)
await change("insert into app.project_update_picture (update_id, picture_id, alt) values ($1, $2, 'A roof')", [
  updateId,
  sketchId,
])
const slug = await one('select slug as id from app.project where id = $1', projectId)

/** What stands in an address, or is sent, for each of its parts. */
const parts: Record<string, string> = {
  investorId,
  userId,
  slug,
  pictureId,
  projectId,
  updateId,
  sketchId,
  heldProjectId: await one('select project_id as id from app.investment where investor_id = $1', investorId),
  file: '10.webp',
  role: 'admin',
  token: randomUUID(),
  pendingId: pending.investorId,
  investmentId: await one('select id from app.investment where investor_id = $1', investorId),
  entryId: await one(
    'select e.id from app.ledger_entry e join app.investment i on i.id = e.investment_id where i.investor_id = $1',
    investorId,
  ),
  distributionId: await one(
    `select s.distribution_id as id from app.distribution_share s
     join app.investment i on i.id = s.investment_id where i.investor_id = $1`,
    investorId,
  ),
  notificationId: await one('select id from app.notification where investor_id = $1', investorId),
  requestId: await one('select id from app.investment_request where investor_id = $1', investorId),
  inquiryId: await one('select id from app.inquiry where investor_id = $1', investorId),
  mailId: await one('select id from app.outbox where user_id = $1', userId),
  code: 'ZZZZ-ZZZZ-ZZZZ-ZZZZ',
  statementId: await one('select id from app.statement where investor_id = $1', investorId),
  receiptNumber: await one('select number as id from app.receipt where investor_id = $1', investorId),
  list: 'investors',
  importId: await one(
    `insert into app.import_file (list, name, sha256, content)
     values ('investors', 'people.csv', repeat('0', 64), E'Full name,Email\\nAda Noor,ada@example.com') returning id`,
  ),
  id: paper.documentId,
  number: '1',
}
const filledIn = (text: string) => text.replace(/:(\w+)/g, (_, part: string) => parts[part] ?? '')
const addressOf = (pattern: string) =>
  pattern === '/share/:file' ? '/share/site.jpg' : filledIn(pattern).replace('*', 'nowhere/at-all')

/** Everybody signs in while they still can; then each becomes who they are. */
export async function comeIn(): Promise<Record<Who, string | null>> {
  const [investor, another, inactive, admin, held] = await Promise.all([
    cookiesOf(people.investor),
    cookiesOf(people.another),
    cookiesOf(people.inactive),
    cookiesOf(people.admin),
    cookiesOf(people.held),
  ])
  await change(`update auth."user" set status = 'inactive' where id = $1`, [people.inactive.userId])
  await change('update auth."user" set must_change_password = true where id = $1', [people.held.userId])
  return { guest: null, investor, another, inactive, admin, viewing: admin, held }
}

/** Asked for by the browser, as a page, file or form; or by script, for the data of a page alone. */
export type Way = 'browser' | 'script'
type Visit = { who: Who; cookie: string | null; pattern: string; act?: string; way: Way }
type Met = { answer: Answer | number; body: string }

export async function visit({ who, cookie, pattern, act, way }: Visit): Promise<Met> {
  const path = addressOf(pattern)
  const url = new URL(way === 'browser' ? path : path === '/' ? '/_.data' : `${path}.data`, origin)
  if (who === 'viewing') url.searchParams.set('investorId', investorId)
  const headers = { ...(cookie && { cookie }), ...(act !== undefined && { origin }) }
  const [field = '', value = ''] = (act ?? '').split('=')
  const form = new URLSearchParams(act === 'form' ? {} : { [field]: filledIn(value) })
  const sent = act === undefined ? {} : { method: 'POST', body: form }
  return read(await app.request(url, { headers, ...sent }, connection), act !== undefined)
}

async function read(answered: Response, isForm: boolean): Promise<Met> {
  const isStream = answered.headers.get('Content-Type') === 'text/event-stream'
  if (isStream) await answered.body?.cancel()
  const body = isStream ? '' : await answered.text()
  const to = answered.headers.get('Location') ?? (answered.status === 202 ? leadIn(body) : null)
  return { answer: to === null ? meaningOf(answered.status, isForm) : wayTo(to, isForm), body }
}

const leadIn = (body: string) => /"redirect","([^"]+)"/.exec(body)?.[1] ?? null

function wayTo(address: string, isForm: boolean): Answer {
  if (/^\/login(\?|$)/.test(address)) return 'sign-in'
  if (address.startsWith('/login/new-password')) return 'hold'
  if (/^\/(admin|investment)-dashboard$/.test(address)) return 'home'
  return isForm ? 'heard' : 'elsewhere'
}

const meanings: Record<number, Answer> = { 401: 'signed-out', 404: 'nothing', 405: 'not-taken', 413: 'too-large' }

function meaningOf(status: number, isForm: boolean): Answer | number {
  const isRead = isForm ? [200, 400, 409, 422, 429].includes(status) : status === 200
  return meanings[status] ?? (isRead ? (isForm ? 'heard' : 'shown') : status)
}
