import { matrix } from '../../tests/access-matrix.ts'
import { addressOf } from '../../tests/access-requests.ts'
import type { Target } from './arrange.ts'
import { ask } from './ask.ts'

export type Field = { name: string; value: string }
/** A form as a page serves it: where it is sent, how, and its fields with what stands in them. */
export type ServedForm = { path: string; method: string; isMultipart: boolean; fields: Field[] }
/** What the fuzzer works on: every address of the route table, and every form that somebody is served there. */
export type Surface = { paths: string[]; forms: ServedForm[] }

/**
 * Looks at every address as guest, investor and administrator, and reads the forms. The matrix has every address of
 * app/routes.ts: its test holds the two equal.
 */
export async function surfaceOf({ address, parts, cookies }: Target): Promise<Surface> {
  const paths = matrix.map(({ pattern }) => addressOf(pattern, parts)).filter((path) => path !== '/logout')
  const forms = new Map<string, ServedForm>()
  for (const who of ['guest', 'investor', 'admin'] as const) {
    for (const path of paths) {
      for (const form of await formsAt(address, path, cookies[who])) {
        forms.set([form.method, form.path, ...form.fields.map(({ name }) => name)].join(' '), form)
      }
    }
  }
  return { paths, forms: [...forms.values()] }
}

/** Without the one that signs out, which every page has. */
async function formsAt(address: string, path: string, cookie: string | null): Promise<ServedForm[]> {
  const { status, body } = await ask(address, { method: 'GET', path, headers: cookie ? { cookie } : {} })
  return status === 200 ? formsIn(body, path).filter((form) => !form.path.startsWith('/logout')) : []
}

function formsIn(html: string, path: string): ServedForm[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(([, head = '', inside = '']) => ({
    path: new URL(unescaped(attribute(head, 'action') ?? path), 'http://here').href.slice('http://here'.length),
    method: (attribute(head, 'method') ?? 'get').toUpperCase(),
    isMultipart: /enctype="multipart/i.test(head),
    fields: [...inside.matchAll(/<(?:input|select|textarea|button)\b([^>]*)>(?:<option value="([^"]*)")?/g)].flatMap(
      ([, tag = '', option]) => {
        const name = attribute(tag, 'name')
        return name ? [{ name, value: unescaped(attribute(tag, 'value') ?? option ?? '') }] : []
      },
    ),
  }))
}

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1]
const unescaped = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#x27;', "'")
