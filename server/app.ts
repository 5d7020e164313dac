import { randomBytes, randomUUID } from 'node:crypto'
import * as build from 'virtual:react-router/server-build'
import { getConnInfo } from '@hono/node-server/conninfo'
import { type Context, Hono } from 'hono'
import { accepts } from 'hono/accepts'
import { secureHeaders } from 'hono/secure-headers'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { config } from '../app/platform/config.server.ts'
import { closeDatabase } from '../app/platform/database/connections.server.ts'
import { registerReactions } from '../app/platform/events.server.ts'
import { addressFault } from '../app/platform/http/address-limits.ts'
import { clientAddresses } from '../app/platform/http/client-address.ts'
import { contentPolicy } from '../app/platform/http/content-policy.ts'
import {
  type CachedDocument,
  type DocumentCache,
  documentCache,
  documentResponse,
  type Encoding,
  encodings,
} from '../app/platform/http/document-cache.server.ts'
import { acceptsFiles } from '../app/platform/http/file-forms.ts'
import { withHostPrefix, withoutHostPrefix } from '../app/platform/http/host-cookies.ts'
import { largestForm, limited } from '../app/platform/http/limited-form.ts'
import { startListening, stopListening } from '../app/platform/http/live.server.ts'
import { withReferences } from '../app/platform/http/references.server.ts'
import { responseCache, type Source } from '../app/platform/http/response-cache.server.ts'
import { patternsOf } from '../app/platform/http/route-patterns.ts'
import { isSameOrigin } from '../app/platform/http/same-origin.server.ts'
import { trimStreamHeaders } from '../app/platform/http/stream-headers.ts'
import { unknownPaths } from '../app/platform/http/unknown-paths.ts'
import { startEnqueueing, stopEnqueueing } from '../app/platform/jobs/jobs.server.ts'
import {
  inRequest,
  log,
  pathForLog,
  presentRequestId,
} from '../app/platform/observability/log.server.ts'
import {
  isReadyWithout,
  missingParts,
  rememberSchema,
} from '../app/platform/observability/readiness.server.ts'
import { noteAnswer } from '../app/platform/observability/request-metrics.server.ts'
import * as traces from '../app/platform/observability/traces.server.ts'
import { type Visitor, visitorContext } from '../app/platform/session/session.server.ts'
import { reactions } from '../app/reactions/reactions.server.ts'
import { sharedAddress } from '../app/site/shared-addresses.ts'

export { metricsText } from '../app/platform/observability/metrics.server.ts'
export { noteFullDisk } from '../app/platform/observability/readiness.server.ts'
export { createAdmin } from '../app/program/create-admin.server.ts'
export { prepareInstallation } from '../app/program/installation.server.ts'
export { provideBackup, startWorker } from '../app/program/jobs.server.ts'
export { startMetrics as startWatching } from '../app/program/metrics.server.ts'
export { resetSecondFactor } from '../app/program/reset-second-factor.server.ts'

registerReactions(reactions)
await traces.startTraces()
await startListening()
await rememberSchema()
await startEnqueueing()

// Behind a TLS proxy the router sees another origin than the browser; our own check below runs first.
const ownHosts = { allowedActionOrigins: [new URL(config.origin).host] }
const routes = withReferences((build as ServerBuild).routes)
const render = createRequestHandler(
  { ...(build as ServerBuild), routes, ...ownHosts },
  import.meta.env.MODE,
)
const patternOf = patternsOf(routes, ['/healthz', '/readyz'])
const methods = ['GET', 'HEAD', 'POST']
const nowhere = '/page-not-found'
type Environment = { Variables: { nonce?: string; source?: Omit<Source, 'route'> } }
const remembered = responseCache()
const addressOfClient = clientAddresses(config.trustedProxies)

export const app = new Hono<Environment>()

app.onError((fault, context) => {
  log.error('request failed', fault, {
    method: context.req.method,
    path: pathForLog(context.req.raw),
  })
  return context.text(`Something went wrong on our side. Reference: ${presentRequestId()}`, 500)
})
app.use((context, next) => {
  const requestId = randomUUID()
  const began = performance.now()
  const [method, route] = [context.req.method, patternOf(context.req.path)]
  return inRequest(requestId, async () => {
    await traces.traceRequest({ method, route, requestId }, () =>
      next().then(() => context.res.status),
    )
    const source = context.get('source')
    if (source) remembered.remember(context.req.raw, context.res, { ...source, route })
    context.res.headers.set('X-Request-Id', requestId)
    noteAnswer({ route, method, status: context.res.status, began })
  })
})

if (config.isHttps) {
  app.use(async (context, next) => {
    const headers = new Headers(context.req.raw.headers)
    const cookies = withoutHostPrefix(headers.get('cookie'))
    if (cookies === null) headers.delete('cookie')
    else headers.set('cookie', cookies)
    context.req.raw = new Request(context.req.raw, { headers, duplex: 'half' } as RequestInit)
    await next()
    const sent = context.res.headers.getSetCookie()
    context.res.headers.delete('Set-Cookie')
    for (const cookie of sent) context.res.headers.append('Set-Cookie', withHostPrefix(cookie))
  })
}

// Vite's own scripts carry no nonce, so development runs without a policy.
if (import.meta.env.PROD) {
  app.use(trimStreamHeaders)
  app.use(
    secureHeaders({
      referrerPolicy: false,
      xFrameOptions: 'DENY',
      strictTransportSecurity: config.isHttps ? 'max-age=31536000; includeSubDomains' : false,
    }),
  )
  app.use(async (context, next) => {
    const nonce = randomBytes(16).toString('base64')
    context.set('nonce', nonce)
    await next()
    // Downloads and cached documents have their own policy.
    setUnlessSet(context, 'Content-Security-Policy', contentPolicy([`'nonce-${nonce}'`]))
  })
}

// Separate from the pages, so that a scan of the site evicts no page.
const missing = documentCache((address) => renderForAnybody(address))

// Before routing: the router would log such an address in full, or take seconds to match it.
app.use((context, next) => {
  const url = new URL(context.req.url)
  const fault = addressFault(url)
  if (fault === null) return next()
  if (fault === 'too-long' && (url.pathname.endsWith('.data') || url.pathname === '/__manifest')) {
    return Promise.resolve(context.text('This address is too long.', 414))
  }
  return answerRefused(context)
})

// Public health checks: they read no cookie and name only the missing part.
app.get('/healthz', (context) =>
  context.json({ alive: true, version: config.version }, 200, { 'Cache-Control': 'no-store' }),
)
app.get('/readyz', async (context) => {
  const missing = await missingParts()
  const ready = isReadyWithout(missing)
  const body = missing.length === 0 ? { ready } : { ready, missing }
  return context.json(body, ready ? 200 : 503, { 'Cache-Control': 'no-store' })
})
app.on(['POST', 'PUT', 'PATCH', 'DELETE'], ['/healthz', '/readyz'], (context) =>
  context.text('Method not allowed.', 405, { Allow: 'GET, HEAD' }),
)

app.use(async (context, next) => {
  // The router would run an action for PUT, PATCH and DELETE as well.
  if (!methods.includes(context.req.method)) {
    return context.text('Method not allowed.', 405, { Allow: methods.join(', ') })
  }
  if (!isSameOrigin(context.req.raw)) {
    log.warn('a form of another site was refused', { path: pathForLog(context.req.raw) })
    return context.text('This form was sent from another site. Nothing was changed.', 403)
  }
  const length = Number(context.req.header('content-length') ?? 0)
  const { pathname } = new URL(context.req.url)
  if (!acceptsFiles(pathname) && length > largestForm) {
    // A data request cannot show another page.
    if (pathname.endsWith('.data')) return context.text('This form is too large.', 413)
    return pageInstead(pathname === '/contact' ? '/contact/too-long' : '/form-too-large', context)
  }
  await next()
  // Pages are personal: shared caches must not store them.
  setUnlessSet(context, 'Cache-Control', 'private, no-store')
  // `no-referrer` would make a form without script post `Origin: null`, which is refused above.
  setUnlessSet(context, 'Referrer-Policy', 'strict-origin-when-cross-origin')
  // The router sends its data without a charset.
  if (context.res.headers.get('Content-Type') === 'text/x-script') {
    context.res.headers.set('Content-Type', 'text/x-script; charset=utf-8')
  }
  return undefined
})

// Public pages are rendered once and cached; in development that would hide edits.
if (import.meta.env.PROD) {
  const documents = documentCache(renderForAnybody)
  app.get('*', (context, next) => {
    const address = sharedAddress(new URL(context.req.url))
    if (address === null) return next()
    return answerKept(documents, address, context)
  })
  const isUnknown = unknownPaths(routes)
  app.get('*', (context, next) => {
    const { pathname, search } = new URL(context.req.url)
    // A query may hold the token of a link.
    if (search !== '' || !isUnknown(pathname)) return next()
    return answerKept(missing, pathname, context)
  })
}

app.all('*', (context) => {
  const request = acceptsFiles(new URL(context.req.url).pathname)
    ? context.req.raw
    : limited(context.req.raw)
  return renderFor(request, { clientAddress: clientAddress(context), nonce: context.get('nonce') })
})

function renderForAnybody(address: string): Promise<Response> {
  return renderFor(new Request(new URL(address, config.origin)))
}

async function answerKept(
  documents: DocumentCache,
  address: string,
  context: Context<Environment>,
) {
  const document = await documents.document(address)
  context.set('source', { document, kept: () => documents.kept(address) })
  return documentResponse(document, {
    encoding: encodingFor(context),
    known: context.req.header('if-none-match') ?? null,
  })
}

let refusedPage: CachedDocument | undefined

/** The last rendered 404 page, served while a new one is rendered. */
async function answerRefused(context: Context<Environment>): Promise<Response> {
  const made = missing.document(nowhere).then((document) => {
    if (document.status === 404) refusedPage = document
    return document
  })
  made.catch((fault) => log.error('the page for a refused address could not be rendered', fault))
  return documentResponse(refusedPage ?? (await made), {
    encoding: encodingFor(context),
    known: null,
  })
}

/** Answers from the response cache; returns whether it did. */
export const answerFromCache = remembered.answer

/** Browsers list encodings in no order of preference. */
function encodingFor(context: Context<Environment>): Encoding {
  const takes = accepts(context, {
    header: 'Accept-Encoding',
    supports: [...encodings],
    default: 'identity',
    match: (accepted) =>
      encodings.find((encoding) =>
        accepted.some(({ type, q }) => type.toLowerCase() === encoding && q > 0),
      ) ?? 'identity',
  })
  return encodings.find((encoding) => encoding === takes) ?? 'identity'
}

/** Renders the page of another address without reading the request. */
function pageInstead(address: string, context: Context<Environment>): Promise<Response> {
  return renderFor(new Request(new URL(address, config.origin)), {
    clientAddress: undefined,
    nonce: context.get('nonce'),
  })
}

type Asker = { clientAddress: string | undefined; nonce: string | undefined }

async function renderFor(
  request: Request,
  asker: Asker = { clientAddress: undefined, nonce: undefined },
): Promise<Response> {
  const provider = new RouterContextProvider()
  const visitor: Visitor = { request, requestId: presentRequestId() ?? randomUUID(), ...asker }
  provider.set(visitorContext, visitor)
  const answer = await render(request, provider)
  for (const cookie of visitor.cookies ?? []) answer.headers.append('Set-Cookie', cookie)
  return answer
}

function setUnlessSet(context: Context<Environment>, name: string, value: string) {
  if (!context.res.headers.has(name)) context.res.headers.set(name, value)
}

function clientAddress(context: Context<Environment>): string | undefined {
  return addressOfClient(getConnInfo(context).remote.address, context.req.header('x-forwarded-for'))
}

/** Closes the bundle's streams, queue and database connections. */
export async function shutDown(): Promise<void> {
  await stopListening()
  await stopEnqueueing()
  await closeDatabase()
  await traces.stopTraces()
}
