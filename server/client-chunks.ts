import { relative, resolve } from 'node:path'

/** The part of the bundler's module graph that is read here. */
type Graph = { getModuleInfo: (id: string) => { importers: readonly string[] } | null }

const app = resolve(import.meta.dirname, '../app')
const ofReact = /node_modules\/(react|react-dom|scheduler|react-router|cookie|set-cookie-parser)\//
/** They stand on every public page. */
const frames = ['root.tsx', 'site/layout.tsx']
const ofPage = /^site\/([a-z-]+)\/route\.tsx$/
const ofEverySheet = /^site\/(site|parts\/[a-z-]+)\.css$/

const pathOf = (id: string) => relative(app, id.split('?')[0] ?? id)
const isEntry = (path: string) => ofPage.test(path) || frames.includes(path)

/** The public pages that need a module, however far down; what is fetched later does not count. */
function pagesOf(id: string, graph: Graph): string[] | 'all' {
  const above = new Set([id])
  const pages = new Set<string>()
  for (const one of above) {
    if (frames.includes(pathOf(one))) return 'all'
    const [, page] = ofPage.exec(pathOf(one)) ?? []
    if (page) pages.add(page)
    else for (const importer of graph.getModuleInfo(one)?.importers ?? []) above.add(importer)
  }
  return [...pages].sort()
}

/** What every public page needs, or most of them. */
function sharedByMost(id: string, graph: Graph): string | null {
  const path = pathOf(id)
  if (path.startsWith('..') || isEntry(path)) return null
  if (ofEverySheet.test(path)) return 'site'
  const pages = pagesOf(id, graph)
  return pages === 'all' || pages.length > 2 ? 'site' : null
}

function sharedByTwo(id: string, graph: Graph): string | null {
  const path = pathOf(id)
  if (path.startsWith('..') || isEntry(path)) return null
  const pages = pagesOf(id, graph)
  return pages.length === 2 && pages !== 'all' ? pages.join('-') : null
}

/**
 * The files in which the public pages' script comes: React with the router, what most of them share, what two share, and
 * each page's own. Left to itself the bundler makes thirty small ones more, whose heads and worse compression are 23 KB
 * on the landing page. What more pages share is taken first, because a file takes along what its modules import. The
 * sheets of the parts are one with that of all pages.
 */
export const clientChunks = [
  { name: 'react', test: ofReact, priority: 3 },
  { name: sharedByMost, priority: 2 },
  { name: sharedByTwo, priority: 1 },
]
