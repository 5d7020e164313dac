import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { clock } from '../../app/platform/clock.server.ts'
import type { Cluster } from '../cluster/parts.ts'
import { ask } from '../cluster/postgres.ts'
import { payables } from '../server/payments.ts'
import { administrator } from '../sign-in.ts'
import { type Asking, Books, type Kind, sha256Of } from './books.ts'
import { Client, type ClientRequest, type Heard } from './client.ts'

/** How long after one request of a kind the next follows, whether or not the first was answered. */
const everyMs: Record<Kind, number> = {
  'sign-in': 1_000,
  read: 250,
  payment: 500,
  upload: 1_000,
  download: 500,
}
const againAfterMs = 700
const investments = 6
const investor = 'investor@demo.msingi.test'
const pages = [
  '/investment-dashboard',
  '/investment-dashboard/documents',
  '/admin-dashboard/investments',
]

/** A steady load over the proxy, until it is stopped. */
export type Load = {
  readonly books: Books
  readonly client: Client
  readonly admin: string
  /** Starts no more requests, and is fulfilled when every one under way has its answer. */
  stop: () => Promise<void>
}

type Loading = {
  books: Books
  client: Client
  admin: string
  person: string
  payable: string[]
  run: string
  isStopping: boolean
}

/** Begins to sign in, to read, to record payments, to upload and to download, each at its own steady rate. */
export async function startLoad(cluster: Cluster): Promise<Load> {
  const client = new Client(cluster.origin)
  const chosen = await ask(cluster.databaseUrl, (database) => payables(database, investments))
  const loading: Loading = {
    client,
    books: new Books(),
    admin: await cookiesFor(client, administrator),
    person: await cookiesFor(client, investor),
    payable: chosen.map(({ investmentId }) => investmentId),
    run: randomUUID().slice(0, 8),
    isStopping: false,
  }
  const underway = new Set<Promise<void>>()
  const timers = Object.entries(works).map(([kind, work]) => {
    let turn = 0
    return setInterval(
      () => {
        turn += 1
        const done = work(loading, turn).finally(() => underway.delete(done))
        underway.add(done)
      },
      everyMs[kind as Kind],
    )
  })
  return {
    books: loading.books,
    client,
    admin: loading.admin,
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      loading.isStopping = true
      await Promise.all(underway)
      client.close()
    },
  }
}

const works: Record<Kind, (loading: Loading, turn: number) => Promise<void>> = {
  'sign-in': async (loading) => {
    const { client } = loading
    await noted(loading, 'sign-in', () => client.ask(signInForm(investor)), isMoved)
  },
  read: async (loading, turn) => {
    const path = pages[turn % pages.length] ?? '/'
    const cookie = path.startsWith('/admin') ? loading.admin : loading.person
    await noted(loading, 'read', () => loading.client.ask({ path, headers: { cookie } }), isThere)
  },
  payment: recordPayment,
  upload: uploadDocument,
  download: downloadDocument,
}

const isMoved = ({ status }: Heard) => status === 302 || status === 303
const isThere = ({ status }: Heard) => status === 200

async function noted(
  { books }: Loading,
  kind: Kind,
  asking: () => Promise<Heard>,
  isRight: (heard: Heard) => boolean,
): Promise<Asking> {
  const began = performance.now()
  const heard = await asking()
  const isGood = isRight(heard)
  const wrong = heard.status === 200 ? 'a wrong answer' : heard.why || String(heard.status)
  const note: Asking = {
    kind,
    began,
    ended: performance.now(),
    isGood,
    answer: isGood ? 'good' : wrong,
  }
  books.askings.push(note)
  return note
}

/** A form is sent again under its key until someone says yes, as a person would who saw a fault. */
async function untilSaid(loading: Loading, kind: Kind, form: ClientRequest): Promise<boolean> {
  const { books, client } = loading
  books.open += 1
  for (;;) {
    const { isGood } = await noted(loading, kind, () => client.ask(form), isMoved)
    if (isGood || loading.isStopping) {
      books.open -= 1
      return isGood
    }
    await sleep(againAfterMs)
  }
}

async function recordPayment(loading: Loading, turn: number): Promise<void> {
  const { books, payable, admin, run } = loading
  const reference = `${run}-${turn}`
  const cents = 100 + (turn % 50)
  const fields = {
    key: randomUUID(),
    amount: (cents / 100).toFixed(2),
    receivedOn: clock.today(),
    method: 'cash',
    reference,
    note: '',
  }
  const isSaid = await untilSaid(loading, 'payment', {
    method: 'POST',
    path: `/admin-dashboard/investments/${payable[turn % payable.length]}/payment`,
    headers: { cookie: admin, 'content-type': 'application/x-www-form-urlencoded' },
    body: `${new URLSearchParams(fields)}`,
  })
  if (isSaid) books.payments.push({ reference, cents })
}

async function uploadDocument(loading: Loading, turn: number): Promise<void> {
  const title = `Paper ${loading.run}-${String(turn).padStart(5, '0')}`
  const bytes = Buffer.from(`${title}\n${randomUUID().repeat(1_500)}\n`)
  const isSaid = await untilSaid(loading, 'upload', documentForm(loading.admin, title, bytes))
  if (isSaid) loading.books.documents.push({ title, sha256: sha256Of(bytes) })
}

/** The form of Upload Document, for administrators only, so that it causes no email. */
export function documentForm(cookie: string, title: string, bytes: Buffer): ClientRequest {
  const fields = {
    key: randomUUID(),
    title,
    documentType: 'legal',
    projectId: '',
    audience: 'project',
  }
  const texts = Object.entries(fields).map(
    ([name, value]) =>
      `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head =
    '--edge\r\nContent-Disposition: form-data; name="file"; filename="paper.txt"\r\nContent-Type: text/plain\r\n\r\n'
  return {
    method: 'POST',
    path: '/admin-dashboard/documents/new',
    headers: { cookie, 'content-type': 'multipart/form-data; boundary=edge' },
    body: Buffer.concat([
      Buffer.from(texts.join('') + head),
      bytes,
      Buffer.from('\r\n--edge--\r\n'),
    ]),
  }
}

/** One of the last documents that were confirmed, found by its title in the list as an administrator finds it. */
async function downloadDocument(loading: Loading, turn: number): Promise<void> {
  const { books, client, admin } = loading
  const document = books.documents.at(-1 - (turn % 5))
  if (!document) return
  await noted(
    loading,
    'download',
    () => readDocument(client, admin, document.title),
    hasHash(document.sha256),
  )
}

const hasHash = (sha256: string) => (heard: Heard) =>
  isThere(heard) && sha256Of(heard.body) === sha256

/** Its bytes over the product: the list is asked for the title, and the file it links to is read. */
async function readDocument(client: Client, cookie: string, title: string): Promise<Heard> {
  const list = await client.ask({
    path: `/admin-dashboard/documents?q=${encodeURIComponent(title)}`,
    headers: { cookie },
  })
  const id = /\/documents\/([0-9a-f-]{36})\b/.exec(list.body.toString())?.[1]
  if (list.status !== 200 || !id) return list
  return readFileOf(client, cookie, id)
}

/** The bytes of a document. */
export const readFileOf = (client: Client, cookie: string, id: string): Promise<Heard> =>
  client.ask({ path: `/admin-dashboard/documents/${id}/file`, headers: { cookie } })

function signInForm(email: string): ClientRequest {
  return {
    method: 'POST',
    path: '/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `${new URLSearchParams({ email, password: 'Foundation-2020' })}`,
  }
}

/** Signs someone in and answers the cookies of the session. */
async function cookiesFor(client: Client, email: string): Promise<string> {
  const heard = await client.ask(signInForm(email))
  if (!isMoved(heard)) throw new Error(`Signing in answered ${heard.status} ${heard.why}`)
  return heard.cookies.map((cookie) => cookie.split(';')[0]).join('; ')
}
