import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { administrator, signIn } from '../sign-in.ts'
import { checkGuessLimit, checkSignInLimit } from './check-limits.ts'
import { checkKeptPages } from './check-pages.ts'
import { get, type Outcome, outcomeOf, post, type Site } from './check-site.ts'
import { checkDocument, checkLinkPicture, checkMessages, checkPayment } from './check-work.ts'
import type { Cluster } from './parts.ts'

const longestWaitMs = 5_000

/** Asks every process of a running cluster for what the others did, and prints what was found. True when all is shared. */
export async function checkCluster(cluster: Cluster): Promise<boolean> {
  const webs = cluster.webs.map(({ name, port }) => ({ name, address: `http://127.0.0.1:${port}` }))
  const site: Site = { cluster, webs, admin: await signIn(webs[0]?.address ?? '', administrator) }
  const checks = [
    checkSession,
    checkSignInLimit,
    checkGuessLimit,
    checkMessages,
    checkLive,
    checkKeptPages,
  ]
  const ofWork = [checkPayment, checkDocument, checkLinkPicture, checkReplica, checkProxy]
  const outcomes: Outcome[] = []
  for (const check of [...checks, ...ofWork]) outcomes.push(...[await check(site)].flat())
  console.table(
    outcomes.map(({ what, found, isAsOne }) => ({ what, found, shared: isAsOne ? 'yes' : 'NO' })),
  )
  return outcomes.every(({ isAsOne }) => isAsOne)
}

async function checkSession({ webs }: Site): Promise<Outcome> {
  const [first, another] = webs
  const cookie = await signIn(first?.address ?? '', 'investor@demo.msingi.test')
  const inside = await statuses(webs, '/investment-dashboard', cookie)
  await post(another?.address ?? '', '/logout', { cookie, form: {} })
  const outside = await statuses(webs, '/investment-dashboard', cookie)
  return outcomeOf(
    'a session: opened at the first, ended at the second',
    `${inside.join(' ')} before, ${outside.join(' ')} after`,
    inside.every((status) => status === 200) && outside.every((status) => status === 302),
  )
}

async function statuses(webs: Site['webs'], path: string, cookie: string): Promise<number[]> {
  return Promise.all(webs.map(async ({ address }) => (await get(address, path, { cookie })).status))
}

/** How long after a message was sent to the last process a stream at each says that something changed. */
async function checkLive({ webs, admin }: Site): Promise<Outcome> {
  const leaving = new AbortController()
  const heard = await Promise.all(
    webs.map(({ address }) => openStream(address, admin, leaving.signal)),
  )
  const began = performance.now()
  const visitor = {
    name: 'A Visitor',
    email: 'live@check.example.com',
    message: `A question ${randomUUID()}`,
    phone: '',
  }
  await post(webs.at(-1)?.address ?? '', '/contact', {
    form: { ...visitor, website: '', startedAt: '' },
  })
  const times = await Promise.all(heard.map(({ changed }) => changed))
  leaving.abort()
  const after = times.map((at) => (at === null ? 'never' : `${Math.round(at - began)} ms`))
  return outcomeOf(
    'live updates: a write at the last, heard at each',
    after.join(', '),
    !times.includes(null),
  )
}

/** Opens a stream, which begins by saying that something changed; `changed` is when it said so again, or null. */
async function openStream(address: string, cookie: string, signal: AbortSignal) {
  const stream = await fetch(`${address}/admin-dashboard/live`, {
    headers: { cookie, accept: 'text/event-stream' },
    signal,
  })
  if (stream.status !== 200 || !stream.body) throw new Error(`A stream answered ${stream.status}`)
  const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader()
  const next = async () => {
    for (;;) {
      const { value, done } = await reader.read().catch(() => ({ value: '', done: true }))
      if (done) return null
      if (value.includes('event: changed')) return performance.now()
    }
  }
  if ((await next()) === null) throw new Error('A stream ended as it began')
  return { changed: Promise.race([next(), sleep(longestWaitMs, null, { ref: false })]) }
}

/** What the processes say of who answered what a replica may answer. */
async function checkReplica({ cluster }: Site): Promise<Outcome> {
  const texts = await Promise.all(
    cluster.webs.map(async ({ metricsPort }) =>
      (await get(`http://127.0.0.1:${metricsPort}`, '/metrics')).text(),
    ),
  )
  const sum = (by: string) =>
    texts
      .map((text) =>
        Number(
          new RegExp(`msingi_replica_reads_total\\{by="${by}"\\} (\\d+)`).exec(text)?.[1] ?? 0,
        ),
      )
      .reduce((all, count) => all + count, 0)
  const [replica, primary] = [sum('replica'), sum('primary')]
  const found = `${replica} by the standby, ${primary} by the primary`
  return outcomeOf('reads of public pages', found, cluster.replicaUrl === null || replica > 0)
}

/** Requests over the proxy reach every process. */
async function checkProxy({ cluster, webs }: Site): Promise<Outcome> {
  const names = new Set<string | undefined>()
  for (let time = 0; time < 2 * webs.length; time += 1) {
    const answer = await get(cluster.origin, '/contact')
    await answer.body?.cancel()
    names.add(cluster.proxy.answeredBy(answer.headers.get('x-request-id') ?? ''))
  }
  return outcomeOf(
    'the proxy sends requests to',
    [...names].join(', '),
    webs.every(({ name }) => names.has(name)),
  )
}
