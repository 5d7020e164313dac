import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { payables, paymentForm } from '../server/payments.ts'
import {
  countAllowed,
  get,
  hashesOf,
  hashOf,
  newAddress,
  type Outcome,
  outcomeOf,
  post,
  type Site,
} from './check-site.ts'
import { ask } from './postgres.ts'

const messagesAllowed = 10
/** A form that comes back sooner is taken for a robot's. */
const calmlyMs = 3_100
const longestWaitMs = 20_000

/**
 * Messages to the company, sent to the processes in turn with a start time that the first signed: no more are taken than
 * one process would take, and for each the worker sends the acknowledgement once.
 */
export async function checkMessages(site: Site): Promise<Outcome[]> {
  const run = randomUUID().slice(0, 8)
  const from = newAddress()
  const begun = await get(site.webs[0]?.address ?? '', '/session')
  const { formStart } = (await begun.json()) as { formStart: string }
  await sleep(calmlyMs)
  const allowed = await countAllowed(site, messagesAllowed + 3, (address, time) =>
    post(address, '/contact', {
      from,
      form: {
        name: 'A Visitor',
        email: `${run}-${time}@check.example.com`,
        phone: '',
        message: `A question, ${time}`,
        website: '',
        startedAt: formStart,
      },
    }),
  )
  const limit = outcomeOf(
    `messages from one network, ${messagesAllowed} allowed`,
    `${allowed} taken`,
    allowed === messagesAllowed,
  )
  return [limit, await mailsSent(site, run, allowed)]
}

/** The demo's worker prints each email instead of sending it. */
async function mailsSent({ cluster }: Site, run: string, expected: number): Promise<Outcome> {
  const printed = async (logPath: string) =>
    [
      ...(await readFile(logPath, 'utf8')).matchAll(
        new RegExp(`^Email to .*\\b(${run}-\\d+)@`, 'gm'),
      ),
    ].map(([, to = '']) => to)
  const queued = () =>
    ask(cluster.databaseUrl, async (client) => {
      const { rows } = await client.query<{ count: number }>(
        "select count(*)::int as count from pgboss.job where name = 'send-mail' and state in ('created', 'retry', 'active')",
      )
      return rows[0]?.count ?? 0
    })
  const began = performance.now()
  while ((await queued()) > 0 && performance.now() - began < longestWaitMs) await sleep(100)
  const mails = await printed(cluster.worker.logPath)
  const byWebs = (await Promise.all(cluster.webs.map((web) => printed(web.logPath)))).flat()
  return outcomeOf(
    'jobs: each mail once, by the worker alone',
    `${mails.length} mails to ${new Set(mails).size} people, ${byWebs.length} by web processes`,
    mails.length === expected && new Set(mails).size === expected && byWebs.length === 0,
  )
}

/** One form of Record Payment, sent to all processes at the same time. */
export async function checkPayment({ cluster, webs, admin }: Site): Promise<Outcome[]> {
  const [payable] = await ask(cluster.databaseUrl, (client) => payables(client, 1))
  if (!payable) throw new Error('the demo has an investment that is not paid yet')
  const key = randomUUID()
  const answers = await Promise.all(
    webs.map(({ address }) => {
      const { path, headers, body } = paymentForm(admin, address, payable.investmentId, key)
      return fetch(`${address}${path}`, {
        method: 'POST',
        redirect: 'manual',
        headers: headers ?? {},
        body: body ?? '',
      })
    }),
  )
  const recorded = await ask(cluster.databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from app.command_key k where k.key = $1 and k.answer is not null',
      [key],
    )
    return rows[0]?.count ?? 0
  })
  const statuses = answers.map(({ status }) => status)
  const isOnce = recorded === 1 && statuses.every((status) => status === 303 || status === 302)
  return [
    outcomeOf(
      'one payment sent to all at once',
      `${recorded} recorded, answered ${statuses.join(' ')}`,
      isOnce,
    ),
  ]
}

/** A document is stored by one process and read by each, with the picture of its first page that the worker drew. */
export async function checkDocument({ cluster, webs, admin }: Site): Promise<Outcome[]> {
  const title = `Shared ${randomUUID()}`
  const bytes = await aPdf(title)
  const form = new FormData()
  const fields = {
    key: randomUUID(),
    title,
    documentType: 'legal',
    projectId: '',
    audience: 'project',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'shared.pdf')
  const address = webs[0]?.address ?? ''
  const headers = { cookie: admin, origin: address }
  const sent = { method: 'POST', redirect: 'manual', headers, body: form } as const
  const { status } = await fetch(`${address}/admin-dashboard/documents/new`, sent)
  const id = await ask(cluster.databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select id from app.document where title = $1',
      [title],
    )
    return rows[0]?.id
  })
  const { hashes } = await hashesOf(webs, `/admin-dashboard/documents/${id}/file`, admin)
  const same = hashes.filter((hash) => hash === hashOf(bytes)).length
  const document = outcomeOf(
    'a document stored by the first',
    `${status}, the same from ${same}`,
    same === webs.length,
  )
  return [document, await checkPreview(webs, `/admin-dashboard/documents/${id}/preview`, admin)]
}

async function checkPreview(webs: Site['webs'], path: string, admin: string): Promise<Outcome> {
  const began = performance.now()
  let drawn = await hashesOf(webs, path, admin)
  while (drawn.hashes.includes(null) && performance.now() - began < longestWaitMs) {
    await sleep(100)
    drawn = await hashesOf(webs, path, admin)
  }
  return outcomeOf('its first page, drawn by the worker', saying(drawn), drawn.isSame)
}

/** What links to the site are shown with: each process draws it, and all draw the same. */
export async function checkLinkPicture({ webs }: Site): Promise<Outcome> {
  const drawn = await hashesOf(webs, '/share/site.jpg')
  return outcomeOf('the picture of a shared link', saying(drawn), drawn.isSame)
}

const saying = ({ isSame, hashes }: { isSame: boolean; hashes: (string | null)[] }) =>
  isSame ? 'the same from each' : hashes.map((hash) => hash?.slice(0, 8) ?? 'none').join(', ')

async function aPdf(words: string): Promise<Buffer> {
  const document = new PDFDocument()
  document.text(words).end()
  return buffer(document)
}
