import type { ServerBuild } from 'react-router'

type Routes = ServerBuild['routes']
type Known = { pattern: string; matches: RegExp; weight: string }

/** The route pattern of an address in the router's order: static, dynamic, splat. `/*` is unknown. */
export function patternsOf(routes: Routes, extraPatterns: string[]): (pathname: string) => string {
  const patterns = new Set([
    ...Object.values(routes).map((route) => pathOf(routes, route)),
    ...extraPatterns,
  ])
  const known = [...patterns]
    .map(toKnown)
    .toSorted((left, other) => (left.weight < other.weight ? -1 : 1))
  return (pathname) => {
    const path = pathname
      .replace(/\/_\.data$/, '/')
      .replace(/(?<=.)\.data$/, '')
      .replace(/(?<=.)\/$/, '')
    return known.find(({ matches }) => matches.test(path))?.pattern ?? '/*'
  }
}

function pathOf(routes: Routes, route: Routes[string]): string {
  if (!route) return ''
  const above = route.parentId === undefined ? '' : pathOf(routes, routes[route.parentId])
  const own = (route.path ?? '').replace(/^\/|\/$/g, '')
  return own === '' ? above : `${above}/${own}`
}

function toKnown(path: string): Known {
  const parts = path.split('/').filter(Boolean)
  const expressions = parts.map((part) => {
    if (part === '*') return '(?:/.*)?'
    return part.startsWith(':') ? '/[^/]+' : `/${part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`
  })
  // The router ignores case.
  const matches = new RegExp(`^${expressions.join('') || '/'}$`, 'i')
  const rank = (part: string) => (part === '*' ? '3' : part.startsWith(':') ? '2' : '1')
  return { pattern: path || '/', matches, weight: parts.map(rank).join('') || '1' }
}
