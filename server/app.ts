import { randomUUID } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import * as build from 'virtual:react-router/server-build'
import { getConnInfo } from '@hono/node-server/conninfo'
import { type Context, Hono } from 'hono'
import { NONCE, type SecureHeadersVariables, secureHeaders } from 'hono/secure-headers'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { config } from '../app/platform/config.server.ts'
import { closeDatabase } from '../app/platform/database.server.ts'
import { registerReactions } from '../app/platform/events.server.ts'
import { startEnqueueing, stopEnqueueing } from '../app/platform/jobs.server.ts'
import { startListening, stopListening } from '../app/platform/live.server.ts'
import { visitorContext } from '../app/platform/session.server.ts'
import { reactions } from '../app/reactions.server.ts'

export { createAdmin } from '../app/create-admin.server.ts'
export { prepareInstallation } from '../app/installation.server.ts'
export { startWorker } from '../app/jobs.server.ts'

registerReactions(reactions)
await startListening()
await startEnqueueing()

// Behind a proxy that ends TLS the router sees another origin than the browser; our own check below stands before it.
const ownHosts = { allowedActionOrigins: [new URL(config.origin).host] }
const render = createRequestHandler({ ...(build as ServerBuild), ...ownHosts }, import.meta.env.MODE)
/** A form without files is far smaller; what may be larger is received as a stream (platform/upload.server.ts). */
const largestForm = 1_000_000
const methods = ['GET', 'HEAD', 'POST']
type Environment = { Variables: SecureHeadersVariables & { ownPolicy?: string | null } }

/** Everything that is not a built file: pages, their data, actions, files and streams. */
export const app = new Hono<Environment>()

// Vite's own scripts carry no nonce, so development runs without a policy.
if (import.meta.env.PROD) {
  // A download brings a stricter policy of its own, which the general one must not replace.
  app.use(async (context, next) => {
    await next()
    const own = context.get('ownPolicy')
    if (own) context.res.headers.set('Content-Security-Policy', own)
  })
  app.use(
    secureHeaders({
      referrerPolicy: false,
      xFrameOptions: 'DENY',
      strictTransportSecurity: config.isHttps ? 'max-age=31536000; includeSubDomains' : false,
      contentSecurityPolicy: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", NONCE],
        styleSrc: ["'self'"],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'", 'https://wa.me'],
        frameAncestors: ["'none'"],
      },
    }),
  )
}

app.use(async (context, next) => {
  // The router would print such an address whole, with the token of a link that a mail program broke.
  if (!isDecodable(context.req.raw)) return context.text('Page not found', 404)
  // The router would run an action for PUT, PATCH and DELETE as well.
  if (!methods.includes(context.req.method)) {
    return context.text('This address does not take that.', 405, { Allow: methods.join(', ') })
  }
  if (!isSameOrigin(context.req.raw)) {
    return context.text('This form was sent from another site. Nothing was changed.', 403)
  }
  const length = Number(context.req.header('content-length') ?? 0)
  if (!isUpload(context.req.raw) && length > largestForm) return context.text('This form is too large.', 413)
  await next()
  context.set('ownPolicy', context.res.headers.get('Content-Security-Policy'))
  // Pages show what concerns one person: no shared cache may keep them.
  setUnlessSet(context, 'Cache-Control', 'private, no-store')
  // `no-referrer` would make a form without script post `Origin: null`, which is refused above.
  setUnlessSet(context, 'Referrer-Policy', 'strict-origin-when-cross-origin')
  return undefined
})

app.all('*', (context) => {
  const provider = new RouterContextProvider()
  const request = isUpload(context.req.raw) ? context.req.raw : limited(context.req.raw)
  provider.set(visitorContext, {
    request,
    clientAddress: clientAddress(context),
    requestId: randomUUID(),
    nonce: context.get('secureHeadersNonce'),
  })
  return render(request, provider)
})

function setUnlessSet(context: Context<Environment>, name: string, value: string) {
  if (!context.res.headers.has(name)) context.res.headers.set(name, value)
}

function isDecodable(request: Request): boolean {
  try {
    decodeURIComponent(new URL(request.url).pathname)
    return true
  } catch (fault) {
    if (fault instanceof URIError) return false
    throw fault
  }
}

/** A write must come from one of our own pages; programs that send no Origin cannot carry somebody's cookie along. */
function isSameOrigin(request: Request): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return true
  const origin = request.headers.get('origin')
  if (origin === null) return !['cross-site', 'same-site'].includes(request.headers.get('sec-fetch-site') ?? '')
  return origin === config.origin || (URL.canParse(origin) && new URL(origin).host === request.headers.get('host'))
}

/** The two screens that take files read them as a stream, after their guard and with a limit of their own. */
function isUpload(request: Request): boolean {
  return /^\/admin-dashboard\/(documents|projects)\/new(\/|\.|$)/.test(new URL(request.url).pathname)
}

/** The same request whose body breaks off when it turns out larger than it may be: chunked bodies tell no length. */
function limited(request: Request): Request {
  if (!request.body) return request
  let received = 0
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      received += chunk.byteLength
      if (received > largestForm) controller.error(new TypeError('the form is too large'))
      else controller.enqueue(chunk)
    },
  })
  return new Request(request, { body: request.body.pipeThrough(count), duplex: 'half' } as RequestInit)
}

const proxies = new BlockList()
for (const network of config.trustedProxies) {
  const [address = '', prefix] = network.split('/')
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  proxies.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family)
}
const isProxy = (address: string) => proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** The address of whoever asks: the connection's, or behind trusted proxies the last one that is none of them. */
function clientAddress(context: Context<Environment>): string | undefined {
  const connected = getConnInfo(context).remote.address?.replace(/^::ffff:/, '')
  if (!connected || !isProxy(connected)) return connected
  const forwarded = (context.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
  return forwarded.findLast((address) => isIP(address) > 0 && !isProxy(address)) ?? connected
}

/** Closes what the bundle opened: streams, queue, database connections. */
export async function shutDown(): Promise<void> {
  await stopListening()
  await stopEnqueueing()
  await closeDatabase()
}
