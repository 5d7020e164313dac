import { addressOf } from '../../tests/access-requests.ts'
import type { Role, Stage } from './arrange.ts'
import { ask } from './ask.ts'
import type { Attacked } from './route-table.ts'

export type Field = { name: string; value: string }
/** A form as a page serves it: where it is sent, how, and its fields with what stands in them. */
export type ServedForm = { path: string; method: string; isMultipart: boolean; fields: Field[] }
/** What the pages of a stage serve, by the route that the form is sent to. */
export type Served = Map<string, ServedForm[]>

const atOnce = 4

/** Looks at every page as its reader, and reads the forms, without the one that signs out. */
export async function servedForms(
  address: string,
  routes: Attacked[],
  { parts, cookies }: Stage,
): Promise<Served> {
  const served: Served = new Map()
  const visited = routes.filter(({ pattern }) => pattern !== '/logout')
  const take = async ({ pattern }: Attacked) => {
    const path = addressOf(pattern, parts)
    for (const role of rolesAt(pattern)) {
      const cookie = cookies[role]
      const { status, body } = await ask(address, {
        method: 'GET',
        path,
        headers: cookie ? { cookie } : {},
      })
      for (const form of status === 200 ? formsIn(body, path) : []) note(served, form, routes)
    }
  }
  for (let first = 0; first < visited.length; first += atOnce)
    await Promise.all(visited.slice(first, first + atOnce).map(take))
  return served
}

function rolesAt(pattern: string): Role[] {
  if (/^\/(admin-dashboard|manage-users)/.test(pattern)) return ['admin']
  if (pattern.startsWith('/investment-dashboard')) return ['investor']
  return pattern.startsWith('/login') ? ['guest', 'investor', 'admin'] : ['guest', 'investor']
}

function note(served: Served, form: ServedForm, routes: Attacked[]) {
  const [path = ''] = form.path.split('?')
  const route =
    routes.find(({ pattern }) => path === pattern) ??
    routes.find((candidate) => matches(candidate, path))
  if (!route || route.pattern === '/logout') return
  const known = served.get(route.pattern) ?? []
  const names = (servedForm: ServedForm) =>
    `${servedForm.method} ${servedForm.fields.map(({ name }) => name).join()}`
  if (!known.some((knownForm) => names(knownForm) === names(form)))
    served.set(route.pattern, [...known, form])
}

/** A part of a route stands for one part of an address; the route of all other addresses has no form. */
function matches({ pattern }: Attacked, path: string): boolean {
  return (
    !pattern.includes('*') &&
    new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`).test(path)
  )
}

/** The forms of a page, each with its fields. */
export function formsIn(html: string, path: string): ServedForm[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(
    ([, head = '', inside = '']) => ({
      path: new URL(unescaped(attribute(head, 'action') ?? path), 'http://here').href.slice(
        'http://here'.length,
      ),
      method: (attribute(head, 'method') ?? 'get').toUpperCase(),
      isMultipart: /enctype="multipart/i.test(head),
      fields: [
        ...inside.matchAll(
          /<(?:input|select|textarea|button)\b([^>]*)>(?:<option value="([^"]*)")?/g,
        ),
      ].flatMap(([, tag = '', option]) => {
        const name = attribute(tag, 'name')
        return name ? [{ name, value: unescaped(attribute(tag, 'value') ?? option ?? '') }] : []
      }),
    }),
  )
}

const attribute = (tag: string, name: string) =>
  new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1]
const unescaped = (text: string) =>
  text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#x27;', "'")
