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
import { stopEnqueueing } from '../app/platform/jobs.server.ts'
import { startListening, stopListening } from '../app/platform/live.server.ts'
import { visitorContext } from '../app/platform/session.server.ts'
import { reactions } from '../app/reactions.server.ts'

export { createAdmin } from '../app/create-admin.server.ts'
export { prepareInstallation } from '../app/installation.server.ts'
export { startWorker } from '../app/jobs.server.ts'

registerReactions(reactions)
await startListening()

const render = createRequestHandler(build as ServerBuild, import.meta.env.MODE)
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
  if (!isSameOrigin(context.req.raw)) {
    return context.text('This form was sent from another site. Nothing was changed.', 403)
  }
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
  provider.set(visitorContext, {
    request: context.req.raw,
    clientAddress: clientAddress(context),
    requestId: randomUUID(),
    nonce: context.get('secureHeadersNonce'),
  })
  return render(context.req.raw, provider)
})

function setUnlessSet(context: Context<Environment>, name: string, value: string) {
  if (!context.res.headers.has(name)) context.res.headers.set(name, value)
}

/** A write must come from one of our own pages; programs that send no Origin cannot carry somebody's cookie along. */
function isSameOrigin(request: Request): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return true
  const origin = request.headers.get('origin')
  if (origin === null) return !['cross-site', 'same-site'].includes(request.headers.get('sec-fetch-site') ?? '')
  return origin === config.origin || (URL.canParse(origin) && new URL(origin).host === request.headers.get('host'))
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
