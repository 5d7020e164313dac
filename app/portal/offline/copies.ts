import { CacheableResponsePlugin } from 'workbox-cacheable-response'
import { CacheExpiration, ExpirationPlugin } from 'workbox-expiration'
import { CacheFirst, NetworkFirst, type StrategyOptions } from 'workbox-strategies'
import { accountHeader } from './addresses.ts'

/** Workbox's types conflict with exactOptionalPropertyTypes. */
type Plugins = NonNullable<StrategyOptions['plugins']>

/** As long as an unused session lives. */
const maxAgeSeconds = 7 * 24 * 60 * 60
const timeLimitSeconds = 4
/** An empty cache whose existence marks a sign-out the server does not know yet. */
const owedSignOut = 'logout-owed'
const signOutLimitMs = 8000

let clearings = 0
let ownNames: string[] = []

/** Removes all copies and Workbox's metadata. */
export async function clearCopies(): Promise<void> {
  clearings += 1
  await removeCaches([...(await caches.keys()), ...ownNames])
}

/** Removes copies of other accounts or earlier versions. */
export async function clearOthers(): Promise<void> {
  await removeCaches((await caches.keys()).filter((name) => !ownNames.includes(name)))
}

async function removeCaches(names: readonly string[]): Promise<void> {
  await Promise.all(
    names
      .filter((name) => name !== owedSignOut)
      .map(async (name) => {
        await caches.delete(name)
        await new CacheExpiration(name, { maxEntries: 1 }).delete()
      }),
  )
}

/** Caching strategies for pages, receipts and statements, and build files. */
export function copiesOf(account: string) {
  const pagesName = `pages-of-${account}`
  const filesName = 'build-files'
  ownNames = [pagesName, filesName]
  const plugins = [
    new CacheableResponsePlugin({ statuses: [200], headers: { [accountHeader]: account } }),
    new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds }),
    markCopies,
    dropMissing(pagesName),
    removeLate,
  ] as Plugins
  const expiration = new ExpirationPlugin({ maxEntries: 200, maxAgeSeconds })
  const matchOptions = { ignoreVary: true }
  return {
    pages: new NetworkFirst({
      cacheName: pagesName,
      networkTimeoutSeconds: timeLimitSeconds,
      plugins,
      matchOptions,
    }),
    // An old copy would show a voided receipt as valid, and its download would not be audited.
    issuedDocuments: new NetworkFirst({
      cacheName: pagesName,
      plugins: [...plugins, withoutQuery],
      matchOptions,
    }),
    files: new CacheFirst({ cacheName: filesName, plugins: [expiration] as Plugins, matchOptions }),
  }
}

/** Marks the document as an offline copy. Removes the earlier PDF of a voided receipt. */
const markCopies = {
  async cacheWillUpdate({ request, response }: { request: Request; response: Response }) {
    if (!response.headers.get('Content-Type')?.startsWith('text/html')) return response
    const html = await response.text()
    if (html.includes('data-fallen')) await dropCopy(`${request.url}/pdf`)
    return new Response(html.replace('<html', '<html data-copy=""'), { headers: response.headers })
  },
}

/** A redirect means that the session ended or changed; a 404 that the page is gone. */
const dropMissing = (cacheName: string) => ({
  async fetchDidSucceed({ request, response }: { request: Request; response: Response }) {
    if (response.type === 'opaqueredirect' || response.redirected) await clearCopies()
    else if (response.status === 404) await (await caches.open(cacheName)).delete(request)
    return response
  },
})

/** A response requested before clearing must not be stored afterwards. */
const removeLate = {
  async handlerWillStart({ state }: { state?: Record<string, unknown> | undefined }) {
    if (state) state.clearings = clearings
  },
  async cacheDidUpdate({ state }: { state?: Record<string, unknown> | undefined }) {
    if (state?.clearings !== clearings) await clearCopies()
  },
}

/** Links to PDFs carry a changing ticket. */
const withoutQuery = {
  async cacheKeyWillBeUsed({ request }: { request: Request }) {
    const { origin, pathname } = new URL(request.url)
    return origin + pathname
  },
}

async function dropCopy(address: string): Promise<void> {
  for (const name of await caches.keys()) await (await caches.open(name)).delete(address)
}

/** Ends the session on the server; null when unreachable, and the sign-out stays queued. */
export async function endSession(address = '/logout?from=sidebar'): Promise<Response | null> {
  await caches.open(owedSignOut)
  const sending = fetch(address, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(signOutLimitMs),
  })
  const response = await sending.then(
    (answer) => answer,
    () => null,
  )
  if (response?.type !== 'opaqueredirect') return null
  await caches.delete(owedSignOut)
  return response
}

export const owesSignOut = (): Promise<boolean> => caches.has(owedSignOut)
