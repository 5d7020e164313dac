import type { RouteConfigEntry } from '@react-router/dev/routes'
import {
  type ServerBuild,
  UNSAFE_withComponentProps as withComponentProps,
  UNSAFE_withErrorBoundaryProps as withErrorBoundaryProps,
} from 'react-router'
import * as documents from '../app/entry.server.tsx'
import * as root from '../app/root.tsx'
import urlMap from '../app/routes.ts'

/*
 * What `virtual:react-router/server-build` is in the bundle, made of the product's own modules without bundling them, so
 * that a test asks server/app.ts as a browser does: pages, their data, actions, files and streams. Only the scripts of
 * the browser are left out.
 */

type ServerRoute = NonNullable<ServerBuild['routes'][string]>
type RouteModule = ServerRoute['module']

/** A module as the router's bundler leaves it: its components take what they show as properties. */
function withProps(module: RouteModule): RouteModule {
  const { default: Screen, ErrorBoundary } = module as { default?: never; ErrorBoundary?: never }
  return {
    ...module,
    ...(Screen ? { default: withComponentProps(Screen) } : {}),
    ...(ErrorBoundary ? { ErrorBoundary: withErrorBoundaryProps(ErrorBoundary) } : {}),
  } as RouteModule
}

async function routesUnder(
  entries: RouteConfigEntry[],
  parentId: string,
): Promise<ServerBuild['routes']> {
  const found: ServerBuild['routes'] = {}
  for (const { id, path, index, file, children } of entries) {
    const own = id ?? file.replace(/\.tsx?$/, '')
    const module = withProps((await import(/* @vite-ignore */ `../app/${file}`)) as RouteModule)
    found[own] = {
      id: own,
      parentId,
      module,
      ...(path && { path }),
      ...(index && { index }),
    } as ServerRoute
    Object.assign(found, await routesUnder(children ?? [], own))
  }
  return found
}

export const routes: ServerBuild['routes'] = {
  root: { id: 'root', path: '', module: withProps(root as unknown as RouteModule) },
  ...(await routesUnder(urlMap, 'root')),
}

export const entry: ServerBuild['entry'] = { module: documents }
export const assets = {
  entry: { module: '/entry.js', imports: [] },
  routes: Object.fromEntries(
    Object.entries(routes).map(([id, route]) => {
      const { module = {}, ...place } = route ?? {}
      const has = {
        hasAction: 'action' in module,
        hasLoader: 'loader' in module,
        hasErrorBoundary: false,
      }
      return [id, { ...place, ...has, module: '/route.js', imports: [] }]
    }),
  ),
  url: '/manifest.js',
  version: 'test',
} as unknown as ServerBuild['assets']
export const basename = '/'
export const publicPath = '/'
export const assetsBuildDirectory = 'build'
export const future: ServerBuild['future'] = {} as ServerBuild['future']
export const ssr = true
export const isSpaMode = false
export const prerender: string[] = []
export const routeDiscovery: ServerBuild['routeDiscovery'] = {
  mode: 'lazy',
  manifestPath: '/__manifest',
}
