import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import pg from 'pg'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import {
  createRequestHandler,
  type HandleDocumentRequestFunction,
  type LoaderFunctionArgs,
  type ServerBuild,
  ServerRouter,
  useLoaderData,
} from 'react-router'
import { floorQueries } from './floor-queries.ts'

// The floor's rows over the product's framework and nothing else: one prepared question, sent as the router sends data, or
// as a page that holds them as text. Asked as the owner of the database, it is what the framework leaves; asked behind the
// look-up of a session and within a transaction of the visitor's role, whose row policies then hold, it is what sign-in and
// row security leave. No frame, no second question, no look. Started by bench/server.ts.

/** Whose session is looked up for a question, and the arguments of `app.act_as` for them. */
export type Guard = { token: string; actAs: unknown[] }

/** What it is told: where the database is, the values of its questions, and who asks them when not its owner. */
export type ToldRouter = {
  databaseUrl: string
  values: Record<string, unknown[]>
  guards: Record<string, Guard>
}

const Page = () => createElement('pre', null, JSON.stringify(useLoaderData()))

const drawn: HandleDocumentRequestFunction = async (request, status, headers, context) => {
  headers.set('content-type', 'text/html; charset=utf-8')
  const page = renderToString(createElement(ServerRouter, { context, url: request.url }))
  return new Response(`<!doctype html>${page}`, { status, headers })
}

/** As much of a built application as one page needs: no script, no style and no picture. */
function buildOf(rowsOf: (name: string) => Promise<unknown>): ServerBuild {
  const place = {
    hasAction: false,
    hasLoader: true,
    hasClientAction: false,
    hasClientLoader: false,
    module: '',
  }
  return {
    entry: { module: { default: drawn } },
    routes: {
      page: {
        id: 'page',
        path: '/:name',
        module: {
          default: Page,
          loader: ({ params }: LoaderFunctionArgs) => rowsOf(params.name ?? ''),
        },
      },
    },
    assets: {
      entry: { imports: [], module: '' },
      routes: {
        page: {
          ...place,
          id: 'page',
          path: '/:name',
          hasClientMiddleware: false,
          hasErrorBoundary: false,
        },
      },
      url: '',
      version: '',
    },
    ...{
      publicPath: '/',
      assetsBuildDirectory: '',
      future: {},
      ssr: true,
      isSpaMode: false,
      prerender: [],
    },
    routeDiscovery: { mode: 'initial' },
  } as unknown as ServerBuild
}

/** Everything behind the session is sent immediately, as the product does not dare: the commit does not wait for the rows. */
async function askAs(
  { token, actAs }: Guard,
  pool: pg.Pool,
  question: pg.QueryConfig,
): Promise<unknown[]> {
  await pool.query({
    name: 'session',
    text: 'select * from auth.session_actor($1)',
    values: [token],
  })
  const client = await pool.connect()
  try {
    const [, , { rows }] = await Promise.all([
      client.query('begin read only'),
      client.query({
        name: 'act-as',
        text: 'select app.act_as($1, $2, $3, $4, $5)',
        values: actAs,
      }),
      client.query(question),
      client.query('commit'),
    ])
    return rows
  } finally {
    client.release()
  }
}

process.once('message', ({ databaseUrl, values, guards }: ToldRouter) => {
  const ofPool = {
    connectionString: databaseUrl,
    max: 10,
    pipeline: true,
    options: '-c search_path=app,pg_catalog',
  }
  const pool = new pg.Pool(ofPool as pg.PoolConfig)
  const build = buildOf(async (name) => {
    const text = floorQueries[name]
    if (text === undefined) throw new Response(null, { status: 404 })
    const question = { name, text, values: values[name] ?? [] }
    const guard = guards[name]
    return guard ? askAs(guard, pool, question) : (await pool.query(question)).rows
  })
  const answer = createRequestHandler(build, 'production')
  const app = new Hono().all('*', (context) => answer(context.req.raw))
  serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, (place) => process.send?.(place))
})
process.send?.('ready')
