import type { ServerBuild } from 'react-router'

type Routes = ServerBuild['routes']

/**
 * Says of a path whether no page stands there, by its first part alone: asking the router costs 0.7 ms, and whoever
 * searches the site for faults asks for `/wp-admin`. Routes are the router's own list, so that a new page is known as
 * soon as it is built.
 */
export function unknownPaths(routes: Routes): (pathname: string) => boolean {
  const first = new Set(Object.values(routes).map((route) => firstPart(pathOf(routes, route))))
  return (pathname) => !first.has(firstPart(pathname.replace(/(\/_)?\.data$/, '')))
}

/** The whole pattern of a route, with those of the routes it stands in. */
function pathOf(routes: Routes, route: Routes[string]): string {
  if (!route) return ''
  const above = route.parentId === undefined ? '' : pathOf(routes, routes[route.parentId])
  return `${above}/${route.path ?? ''}`
}

/** The first part of a path, in lower case, as the router tells no capitals apart; empty where there is none. */
function firstPart(path: string): string {
  return (
    path
      .split('/')
      .find((part) => part !== '')
      ?.toLowerCase() ?? ''
  )
}
