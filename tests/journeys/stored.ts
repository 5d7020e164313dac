import { expect, type Page } from '@playwright/test'

export const home = '/investment-dashboard'

/** A page of the portal as it was, with the moment at which the server answered. */
export const date = /Saved copy from \d{1,2} \w{3} \d{4} at \d\d:\d\d EAT\./

export const offlineBanner = (page: Page) => page.getByRole('region', { name: 'Offline' })

/** What this device stores of an account, by address. */
export function copies(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('pages-of-'))
    const stores = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return stores.flat().map(({ url }) => new URL(url).pathname)
  })
}

/** Waits for the worker's copy of the page on screen, and for the files it is drawn with. */
export async function expectCopy(page: Page, address = new URL(page.url()).pathname) {
  const message = `a copy of ${address}`
  await expect.poll(() => copies(page), { message, timeout: 60_000 }).toContain(address)
  const isWhole = () =>
    page.evaluate(async () => {
      const files = performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.includes('/assets/'))
      const found = await Promise.all(files.map((name) => caches.match(name)))
      return found.every((file) => file !== undefined)
    })
  await expect.poll(isWhole, { message: 'the files of the page', timeout: 60_000 }).toBe(true)
}

/** Nothing about an account: neither its pages nor when they were read. A debt to the server may be noted. */
export async function expectNoCopies(page: Page) {
  const left = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('pages-of-'))
      const name = 'workbox-expiration'
      if (!(await indexedDB.databases()).some((database) => database.name === name)) return names
      const open = indexedDB.open(name)
      const database = await new Promise<IDBDatabase>((opened, failed) => {
        open.onsuccess = () => opened(open.result)
        open.onerror = () => failed(open.error)
      })
      const isEmpty = !database.objectStoreNames.contains('cache-entries')
      const notes = isEmpty
        ? []
        : await new Promise<{ cacheName: string }[]>((read) => {
            const all = database.transaction('cache-entries').objectStore('cache-entries').getAll()
            all.onsuccess = () => read(all.result)
          })
      database.close()
      return [...names, ...notes.map(({ cacheName }) => cacheName)].filter((name) =>
        name.startsWith('pages-of-'),
      )
    })
  await expect.poll(left, { timeout: 60_000 }).toEqual([])
}
