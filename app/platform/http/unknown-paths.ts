import type { ServerBuild } from 'react-router'

type Routes = ServerBuild['routes']

/** Whether no route starts with the first segment. Scanners send many; asking the router costs 0.7 ms. */
export function unknownPaths(routes: Routes): (pathname: string) => boolean {
  const first = new Set(Object.values(routes).map((route) => firstPart(pathOf(routes, route))))
  return (pathname) => !first.has(firstPart(pathname.replace(/(\/_)?\.data$/, '')))
}

/** The full pattern of a nested route. */
function pathOf(routes: Routes, route: Routes[string]): string {
  if (!route) return ''
  const above = route.parentId === undefined ? '' : pathOf(routes, routes[route.parentId])
  return `${above}/${route.path ?? ''}`
}

/** In lower case, because the router ignores case. */
function firstPart(path: string): string {
  return (
    path
      .split('/')
      .find((part) => part !== '')
      ?.toLowerCase() ?? ''
  )
}
