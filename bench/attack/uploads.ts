import { addressOf } from '../../tests/access-requests.ts'
import { scaled } from '../scale.ts'
import { type Stage, setStage, type Target } from './arrange.ts'
import { type AttackRequest, ask, type Heard } from './ask.ts'
import type { Outcome } from './findings.ts'
import { type Field, formsIn } from './forms.ts'
import { faultsIn } from './fuzz.ts'
import { faultsInKept } from './kept-files.ts'
import { makes, names, pdf, type Whole, wholePictures } from './malformed.ts'
import { type Chance, chanceOf, oneOf } from './nasty.ts'
import { type Attacked, routeTable } from './route-table.ts'

const makesTried = Math.min(makes.length, scaled(Number.POSITIVE_INFINITY, 2))
/** Each address is used on its own rows, which takes longer than the files do. */
const addressesTried = scaled(Number.POSITIVE_INFINITY, 7)

/** Where files are taken: the field that takes one, whole files that are to be accepted there, and whose rows are used. */
type Place = { route: Attacked; field: string; whole: Whole[]; stage: Stage }
type Sent = { name: string; bytes: Buffer; title: string }

type Run = {
  target: Target
  chance: Chance
  findings: string[]
  statuses: Map<number, number>
  accepted: number
}

/**
 * Sends each kind of malformed file to every address that takes one, in a form that is otherwise right: first a whole file,
 * which has to be accepted. Nothing may break or stay unanswered, and what was accepted is looked at.
 */
export async function sendMalformedFiles(target: Target, seed: number): Promise<Outcome> {
  const run: Run = {
    target,
    chance: chanceOf(seed),
    findings: [],
    statuses: new Map(),
    accepted: 0,
  }
  const pictures = await wholePictures()
  let addresses = 0
  for (const route of await routeTable()) {
    const field = fileFieldOf(route.acted?.form)
    if (field === undefined || addresses === addressesTried) continue
    const stage = await setStage(target)
    addresses += 1
    await tryPlace(run, { route, field, whole: wholeFor(route, field, pictures, stage), stage })
  }
  const { findings, statuses, accepted } = run
  const counts = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
  const tried =
    `${addresses * makesTried} files, ${makesTried} kinds to each of ${addresses} addresses after a whole one, seed ${seed}: ` +
    `${counts}; ${accepted} accepted and looked at`
  return { part: 'malformed files', tried, findings }
}

async function tryPlace(run: Run, place: Place) {
  const { target, chance, findings, statuses } = run
  const { pattern } = place.route
  for (const whole of place.whole) {
    const answer = await send(target, place, {
      name: `file.${whole.kind}`,
      bytes: whole.bytes,
      title: `A ${whole.kind}`,
    })
    if (!isAccepted(answer))
      findings.push(
        `${pattern}: a whole ${whole.kind} is refused, ${answer.status} ${words(answer)}`,
      )
  }
  for (const [number, make] of makes.slice(0, makesTried).entries()) {
    const { what, bytes } = make(chance, oneOf(chance, place.whole))
    const name = chance() < 0.4 ? oneOf(chance, names) : `file.${place.whole[0]?.kind}`
    const title = `Malformed ${number} at ${pattern}`
    const heard = await send(target, place, { name, bytes, title })
    statuses.set(heard.status, (statuses.get(heard.status) ?? 0) + 1)
    const kept = isAccepted(heard)
      ? await faultsInKept(target, place.stage, { ...place, title, heard })
      : []
    run.accepted += isAccepted(heard) ? 1 : 0
    const faults = [...faultsIn(heard, 'admin'), ...kept]
    if (faults.length > 0)
      findings.push(`${what} as ${JSON.stringify(name)} to ${pattern}: ${faults.join('; ')}`)
  }
}

const fileFieldOf = (form: ReadonlyMap<string, unknown> | undefined) =>
  ['cover', 'picture', 'file'].find((name) => form?.has(name))

function wholeFor(
  { pattern }: Attacked,
  field: string,
  pictures: Whole[],
  { parts }: Stage,
): Whole[] {
  if (field !== 'file') return pictures
  const csv = (content: string): Whole[] => [{ kind: 'csv', bytes: Buffer.from(content) }]
  if (pattern.includes('/import/'))
    return csv(`Full name,Email\nAda ${parts.userId},${parts.userId}@example.com\n`)
  if (pattern.endsWith('/batch-emails'))
    return csv(`${parts.userId},new-${parts.userId}@example.com\n`)
  // A table of an unknown layout leads on to the choice of its columns.
  if (pattern.includes('/statements/'))
    return csv('Booked,Words,Received,Sent\n2026-03-01,Rent,100.00,\n2026-03-02,Fee,,1.00\n')
  return [pdf, ...pictures]
}

/** Stored and led on; what many lines come to is shown first. */
const isAccepted = ({ status, body }: Heard) =>
  [204, 302, 303].includes(status) || (status === 200 && body.includes('batch-emails'))

const words = ({ headers, body }: Heard) =>
  String(headers['content-type']).includes('json') ? body.slice(0, 300) : 'with a page'

async function send({ address }: Target, place: Place, file: Sent): Promise<Heard> {
  const isPortal = place.route.pattern.startsWith('/investment-dashboard/')
  const cookie = place.stage.cookies[isPortal ? 'investor' : 'admin'] ?? ''
  const fields = Object.entries({
    ...(await standingFields(address, place, cookie)),
    ...honestFields(place, file.title),
  })
  // As our own script asks, so that a refusal says what it is about.
  const accept = place.route.pattern.endsWith('/upload') ? 'application/json' : 'text/html'
  const headers = {
    accept,
    cookie,
    origin: address,
    'content-type': 'multipart/form-data; boundary=edge',
  }
  const path = addressOf(place.route.pattern, place.stage.parts)
  const request: AttackRequest = {
    method: 'POST',
    path,
    headers,
    body: formWith(fields, place.field, file),
  }
  return ask(address, request)
}

/** What stands in the form of the page: the version of what is changed, say. */
async function standingFields(
  address: string,
  { route, stage }: Place,
  cookie: string,
): Promise<Record<string, string>> {
  const page = route.pattern.replace('/pictures/upload', '/pictures/new').replace(/\/upload$/, '')
  const path = addressOf(page, stage.parts)
  const { body } = await ask(address, { method: 'GET', path, headers: { cookie } })
  const fields: Field[] = formsIn(body, path).find(({ isMultipart }) => isMultipart)?.fields ?? []
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]))
}

/** What has to be filled in. */
function honestFields({ route, field, stage }: Place, title: string): Record<string, string> {
  const key = crypto.randomUUID()
  const cover = {
    name: title,
    location: 'Nairobi',
    totalValue: '1,000,000.00',
    coverAlt: 'A house',
  }
  if (field === 'cover') return { key, ...cover }
  if (field === 'picture') return { key, alt: 'A house' }
  if (route.pattern.includes('/statements/')) return { accountId: stage.parts.accountId ?? '' }
  if (route.pattern.includes('/verification/'))
    return { key, title, kind: 'insurance', audience: 'internal' }
  if (!route.pattern.includes('/documents/')) return {}
  const { projectId = '' } = stage.parts
  return { key, title, documentType: 'legal', projectId, audience: 'project' }
}

function formWith(fields: [string, string][], field: string, { name, bytes }: Sent): Buffer {
  const texts = fields
    .filter(([key]) => key !== field)
    .map(
      ([key, value]) =>
        `--edge\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
    )
  const head = `--edge\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`
  return Buffer.concat([Buffer.from(texts.join('') + head), bytes, Buffer.from('\r\n--edge--\r\n')])
}
