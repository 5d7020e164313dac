import { createRequestHandler, type RequestHandler, type ServerBuild } from 'react-router'
import { firstPart, pathOf } from './unknown-addresses.ts'

type Routes = ServerBuild['routes']

/** The part of an address under which no route may stand that another address could also mean. */
const isFixed = (part: string) => part !== '' && part !== '*' && !part.startsWith(':')

/**
 * The routes that an address with this first part may fall under, with all they stand in, and what stands under no part of
 * its own: the root, the landing page, which every document names, and the page for what is not there.
 */
function routesUnder(part: string, routes: Routes): Routes {
  const isOf = (own: string) => own === part || !isFixed(own)
  return Object.fromEntries(
    Object.entries(routes).filter(([, route]) => isOf(firstPart(pathOf(routes, route)))),
  )
}

/**
 * The router's own answers, each by a router that knows only the routes of the address's first part. It tries its routes
 * one after the other, several times for a request, and for a document makes all of them anew: with the whole URL map that
 * was a tenth of what a page took. What falls under no part is answered by a router that knows everything.
 */
export function handlerByArea(build: ServerBuild, mode: string): RequestHandler {
  const whole = createRequestHandler(build, mode)
  const parts = new Set(
    Object.values(build.routes).map((route) => firstPart(pathOf(build.routes, route))),
  )
  const handlers = new Map(
    [...parts].filter(isFixed).map((part) => [part, createRequestHandler(only(part, build), mode)]),
  )
  return (request, context) => {
    const path = new URL(request.url).pathname.replace(/(\/_)?\.data$/, '')
    return (handlers.get(firstPart(path)) ?? whole)(request, context)
  }
}

function only(part: string, build: ServerBuild): ServerBuild {
  const routes = routesUnder(part, build.routes)
  const places = Object.entries(build.assets.routes).filter(([id]) => id in routes)
  return { ...build, routes, assets: { ...build.assets, routes: Object.fromEntries(places) } }
}
