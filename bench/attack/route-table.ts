import type { RouteConfigEntry } from '@react-router/dev/routes'
import urlMap from '../../app/routes.ts'
import { asInMap, matrix } from '../../tests/access-matrix.ts'
import type { Parts } from '../../tests/access-requests.ts'
import { type FieldsRead, fieldsOf } from './read-fields.ts'

/** A route as the fuzzer asks for it: `params` are the parts of its address, `looked` and `acted` what it reads. */
export type Attacked = {
  pattern: string
  params: string[]
  isIndex: boolean
  looked: FieldsRead | null
  acted: FieldsRead | null
}

type Entry = { path: string; file: string; isIndex: boolean }

/** Every full path of app/routes.ts; of two files at one path the deeper comes last. */
function entriesOf(entries: RouteConfigEntry[], above = ''): Entry[] {
  return entries.flatMap(({ path, index, file, children }) => {
    const full = path === undefined ? above : `${above}/${path.replace(/^\//, '')}`
    const here =
      path === undefined && !index ? [] : [{ path: full || '/', file, isIndex: index === true }]
    return [...here, ...entriesOf(children ?? [], full)]
  })
}

/** Every route of the table with the fields that its loader and action read, each under the names of the access matrix. */
export async function routeTable(): Promise<Attacked[]> {
  const known = new Map(matrix.map(({ pattern }) => [asInMap(pattern), pattern]))
  const deepest = new Map(entriesOf(urlMap).map((entry) => [entry.path, entry]))
  const routes: Attacked[] = []
  for (const { path, file, isIndex } of deepest.values()) {
    const pattern = known.get(path) ?? path
    const params = [...pattern.matchAll(/:(\w+)|\*/g)].map(([whole, name]) => name ?? whole)
    const [looked, acted] = [
      await fieldsOf(`app/${file}`, 'loader'),
      await fieldsOf(`app/${file}`, 'action'),
    ]
    routes.push({ pattern, params, isIndex, looked, acted })
  }
  return routes
}

/** What keeps a route from being attacked as a whole: no one says who may see it, what its address names, what it reads. */
export function gapsIn(routes: Attacked[], parts: Parts, served: Map<string, string[]>): string[] {
  const known = new Set(matrix.map(({ pattern }) => pattern))
  return routes.flatMap(({ pattern, params, acted }) => [
    ...(known.has(pattern)
      ? []
      : [`${pattern} is in app/routes.ts and has no row in tests/access-matrix.ts`]),
    ...params
      .filter((name) => name !== '*' && !parts[name])
      .map((name) => `${pattern}: nobody planted anything for :${name}`),
    ...(acted?.unread ?? []).map(
      (source) => `${pattern}: its action reads ${source}, whose fields are not known`,
    ),
    ...(acted?.readsAnyField && acted.form.size === 0 && !served.get(pattern)?.length
      ? [`${pattern}: its action reads a form of which no field is known`]
      : []),
  ])
}
