import { basename, relative, resolve } from 'node:path'

/** The part of the bundler's module graph that is read here. */
type Graph = { getModuleInfo: (id: string) => Importers | null }
type Importers = { importers: readonly string[]; dynamicImporters: readonly string[] }

const app = resolve(import.meta.dirname, '../app')
const ofReact = /node_modules\/(react|react-dom|scheduler|react-router|cookie|set-cookie-parser)\//
/** They stand on every public page. */
const frames = ['root.tsx', 'site/layout.tsx']
const ofPage = /^site\/([a-z-]+)\/route\.tsx$/
const ofEverySheet = /^site\/(site|parts\/[a-z-]+)\.css$/
const ofListings = ['opportunities', 'listing']
/** Administrators preview, and few invest or verify: they wait for a file more, so that nobody else's page carries it. */
const apart = ['preview', 'invest', 'verify']

/** Small parts of many screens of portal and office: they come with the first one. None brings a sheet. */
const ofScreens =
  /^(ui\/(badge|day|download-link|page-head|pagination|panel|search-form|search-with|table)|values\/bytes)\.tsx?$/
const ofAccounts = /^ui\/(checkbox-field|own-account|own-password-form|password-field)\.tsx$/

/** The files that are there already when a part of a page is fetched. */
export const ofEveryPage = /\/(react|rolldown-runtime|site)-[\w-]+\.js$/

const pathOf = (id: string) => relative(app, id.split('?')[0] ?? id)
const isApart = (page: string | undefined) => page !== undefined && apart.includes(page)
const isEntry = (path: string) => ofPage.test(path) || frames.includes(path)

/** The public pages and the later parts of them (site/parts/later.tsx) that need a module, however far down. */
function needsOf(
  id: string,
  graph: Graph,
): { pages: string[]; parts: string[]; everywhere: boolean } {
  const above = new Set([id])
  const pages = new Set<string>()
  const parts = new Set<string>()
  for (const one of above) {
    const path = pathOf(one)
    if (frames.includes(path)) return { pages: [], parts: [], everywhere: true }
    const [, page] = ofPage.exec(path) ?? []
    const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(one) ?? {}
    if (isApart(page)) continue
    if (page) pages.add(page)
    else for (const importer of importers) above.add(importer)
    if (path.startsWith('site/') && dynamicImporters.length > 0 && !page)
      parts.add(basename(path, '.tsx'))
  }
  return { pages: [...pages], parts: [...parts].sort(), everywhere: false }
}

function behindSignIn(path: string): string | null {
  if (ofScreens.test(path)) return 'screens'
  return ofAccounts.test(path) ? 'accounts' : null
}

/** The file a module comes in that is needed more than once: of all public pages, of the listings, or of later parts. */
function fileOf(id: string, graph: Graph): string | null {
  if (id.includes('vite/preload-helper')) return 'site'
  const path = pathOf(id)
  if (path.startsWith('..') || isEntry(path)) return null
  if (path.startsWith('site/') && path.endsWith('.css'))
    return ofEverySheet.test(path) ? 'site' : null
  const { pages, parts, everywhere } = needsOf(id, graph)
  if (everywhere) return 'site'
  if (pages.length + parts.length < 2) return behindSignIn(path)
  if (pages.length === 0) return parts.join('-')
  return pages.every((page) => ofListings.includes(page)) ? 'listings' : 'site'
}

const named = (is: (name: string) => boolean) => (id: string, graph: Graph) => {
  const name = fileOf(id, graph)
  return name !== null && is(name) ? name : null
}

/**
 * The files in which the public pages' script comes: React with the router, what most of them share, what the listings
 * share, what parts share that are fetched later, and each page's own; and the small parts of the screens behind the
 * sign-in. Left to itself the bundler makes thirty small ones more, whose heads and worse compression are 23 KB on the
 * landing page. What more pages share is taken first, because a file takes along what its modules import. The sheets of
 * the parts are one with that of all pages.
 */
export const clientChunks = [
  { name: 'react', test: ofReact, priority: 4 },
  { name: named((name) => name === 'site'), priority: 3 },
  { name: named((name) => name === 'listings'), priority: 2 },
  {
    name: named((name) => !['site', 'listings', 'screens', 'accounts'].includes(name)),
    priority: 1,
  },
  { name: named((name) => name === 'screens' || name === 'accounts'), priority: 0 },
]
