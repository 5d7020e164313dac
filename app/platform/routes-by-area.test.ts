import { RouterContextProvider, type ServerBuild } from 'react-router'
import { describe, expect, test } from 'vitest'
import { addresses } from '../../tests/product.tsx'
import * as build from '../../tests/server-build.ts'
import { handlerByArea } from './routes-by-area.server.ts'

type Module = NonNullable<ServerBuild['routes'][string]>['module']

/** Every route says only that it was asked and with which parts of the address, so that who was asked can be compared. */
function saying(id: string, asked: string[], { default: Screen }: Module): Module {
  const loader: Module['loader'] = ({ params }) => {
    asked.push(`${id} ${JSON.stringify(params)}`)
    return Screen === undefined ? new Response(id) : null
  }
  return { ...(Screen && { default: () => null }), loader } as Module
}

const asked: string[] = []
const product = build as unknown as ServerBuild
const routes = Object.fromEntries(
  Object.entries(product.routes).map(([id, route]) => [
    id,
    route && { ...route, module: saying(id, asked, route.module) },
  ]),
)
/** The manifest that a document carries is looked at instead of the document. */
const entry = {
  module: {
    default: async (
      _request: Request,
      status: number,
      _headers: Headers,
      { manifest }: { manifest: typeof build.assets },
    ) => Response.json(Object.keys(manifest.routes), { status }),
    handleError: () => undefined,
  },
} as unknown as ServerBuild['entry']
const handler = handlerByArea({ ...product, routes, entry }, 'production')

async function ask(path: string) {
  asked.length = 0
  const answer = await handler(
    new Request(new URL(path, 'http://localhost')),
    new RouterContextProvider(),
  )
  return { status: answer.status, asked: [...asked].sort(), body: await answer.text() }
}

/** A first part that no route has leads to the router that knows them all: one letter of it is written as its number. */
const hidden = (path: string) =>
  path.replace(/^\/(\w)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`)

const paths = [
  ...new Set(addresses().map(({ path }) => path.replace(/:\w+/g, 'zz-1').replace('*', 'no/such'))),
].filter((path) => /^\/\w/.test(path))

describe('the router of an area asks whom the router of everything asks', () => {
  test.each([
    ...paths,
    '/LOGIN',
    '/login/',
    '//login',
    '/investment-dashboard/no/such/page',
    '/manage-users',
  ])('%s, and its data', async (path) => {
    const own = await ask(path)
    const all = await ask(hidden(path))
    expect(own.asked).not.toEqual([])
    expect(own).toMatchObject({ status: all.status, asked: all.asked })
    const asked = await ask(`${path.replace(/\/$/, '')}.data`)
    expect(asked).toMatchObject({
      asked: (await ask(`${hidden(path).replace(/\/$/, '')}.data`)).asked,
    })
  })
})

test('an area has its own routes and the landing page, and no other area’s', async () => {
  const known = JSON.parse((await ask('/investment-dashboard/settings')).body) as string[]
  expect(known).toEqual(expect.arrayContaining(['root', 'portal/layout', 'portal/settings/route']))
  expect(known.filter((id) => id.startsWith('office/'))).toEqual(['office/layout'])
})
