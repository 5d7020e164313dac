import { CacheableResponsePlugin } from 'workbox-cacheable-response'
import { CacheExpiration, ExpirationPlugin } from 'workbox-expiration'
import { CacheFirst, NetworkFirst, type StrategyOptions } from 'workbox-strategies'
import { accountHeader } from './addresses.ts'

/** Workbox's own types do not allow for exact optional properties. */
type Plugins = NonNullable<StrategyOptions['plugins']>

/** As long as an unused session lives. */
const maxAgeSeconds = 7 * 24 * 60 * 60
const timeLimitSeconds = 4
/** A cache without entries: that it exists says that a sign-out has not reached the server yet. */
const owedSignOut = 'logout-owed'
const signOutLimitMs = 8000

let clearings = 0
let ownNames: string[] = []

/** Removes all copies and what Workbox noted about them. */
export async function clearCopies(): Promise<void> {
  clearings += 1
  await removeCaches([...(await caches.keys()), ...ownNames])
}

/** Removes the copies of another account or an earlier version. */
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

/** The strategies by which one account's pages, receipts and statements, and the build's files are answered. */
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
    // An old copy would show a voided receipt as good, and a copy's download is not in the audit log.
    papers: new NetworkFirst({
      cacheName: pagesName,
      plugins: [...plugins, withoutQuery],
      matchOptions,
    }),
    files: new CacheFirst({ cacheName: filesName, plugins: [expiration] as Plugins, matchOptions }),
  }
}

/** Marks the document as a copy, by which its script and style know it. A voided receipt's earlier PDF is removed. */
const markCopies = {
  async cacheWillUpdate({ request, response }: { request: Request; response: Response }) {
    if (!response.headers.get('Content-Type')?.startsWith('text/html')) return response
    const html = await response.text()
    if (html.includes('data-fallen')) await dropCopy(`${request.url}/pdf`)
    return new Response(html.replace('<html', '<html data-copy=""'), { headers: response.headers })
  },
}

/** A redirect means that the session ended or is another account's; a 404 that the page is no longer there. */
const dropMissing = (cacheName: string) => ({
  async fetchDidSucceed({ request, response }: { request: Request; response: Response }) {
    if (response.type === 'opaqueredirect' || response.redirected) await clearCopies()
    else if (response.status === 404) await (await caches.open(cacheName)).delete(request)
    return response
  },
})

/** What was requested before the copies were removed must not be stored after. */
const removeLate = {
  async handlerWillStart({ state }: { state?: Record<string, unknown> | undefined }) {
    if (state) state.clearings = clearings
  },
  async cacheDidUpdate({ state }: { state?: Record<string, unknown> | undefined }) {
    if (state?.clearings !== clearings) await clearCopies()
  },
}

/** A link to a PDF carries a ticket, another one each time. */
const withoutQuery = {
  async cacheKeyWillBeUsed({ request }: { request: Request }) {
    const { origin, pathname } = new URL(request.url)
    return origin + pathname
  },
}

async function dropCopy(address: string): Promise<void> {
  for (const name of await caches.keys()) await (await caches.open(name)).delete(address)
}

/** Ends the session on the server; null where it cannot be reached, and the sign-out stays owed. */
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
