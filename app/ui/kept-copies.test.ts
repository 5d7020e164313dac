import { describe, expect, test } from 'vitest'
import { emptyCaches } from '../../tests/cache-storage.ts'
import { dropCopy, findCopy, forgetCopies, keepPage, keptAddresses } from './kept-copies.ts'

const seen = 1_800_000_000_000
const day = 24 * 60 * 60_000

function pageOf(account: string, address: string, files: string[] = [], at = seen) {
  return {
    account,
    address,
    at,
    files,
    body: `${account} sees ${address}`,
    headers: { 'Content-Type': 'text/html' },
  }
}

const textOf = async (storage: CacheStorage, address: string, now = seen) =>
  (await findCopy(storage, address, now))?.text()

describe('copies of portal pages for reading offline', () => {
  test('are found again as they were seen, the newest of each address', async () => {
    const { storage } = emptyCaches()
    await keepPage(storage, pageOf('anna', '/investment-dashboard'))
    await keepPage(storage, { ...pageOf('anna', '/investment-dashboard'), body: 'seen later' })
    expect(await textOf(storage, '/investment-dashboard')).toBe('seen later')
    expect(await findCopy(storage, '/investment-dashboard/investments', seen)).toBeNull()
  })

  test('are never shown to another account: what it keeps first removes all of the former one', async () => {
    const { storage } = emptyCaches()
    await keepPage(storage, pageOf('anna', '/investment-dashboard', ['/assets/a.css']))
    await keepPage(storage, pageOf('anna', '/investment-dashboard/receipts/R-2026-000001'))
    await keepPage(storage, pageOf('ben', '/investment-dashboard'))
    expect(await textOf(storage, '/investment-dashboard')).toBe('ben sees /investment-dashboard')
    expect(await findCopy(storage, '/investment-dashboard/receipts/R-2026-000001', seen)).toBeNull()
    expect((await storage.keys()).join()).not.toContain('anna')
  })

  test('are gone after logout, with the files they are drawn with', async () => {
    const { storage } = emptyCaches()
    await keepPage(storage, pageOf('anna', '/investment-dashboard', ['/assets/a.css']))
    await forgetCopies(storage)
    expect(await storage.keys()).toEqual([])
    expect(await keptAddresses(storage, seen)).toEqual([])
  })

  test('are gone, all of them, once a session would have ended unused: after seven days', async () => {
    const { storage } = emptyCaches()
    await keepPage(storage, pageOf('anna', '/investment-dashboard'))
    await keepPage(storage, pageOf('anna', '/investment-dashboard/investments', [], seen + day))
    expect(await textOf(storage, '/investment-dashboard', seen + 7 * day)).toBeDefined()
    expect(await findCopy(storage, '/investment-dashboard', seen + 7 * day + 1)).toBeNull()
    expect(await storage.keys()).toEqual([])
  })

  test('are not counted as kept either once they are too old, and go', async () => {
    const { storage } = emptyCaches()
    await keepPage(storage, pageOf('anna', '/investment-dashboard'))
    expect(await keptAddresses(storage, seen + 7 * day)).toEqual(['/investment-dashboard'])
    expect(await keptAddresses(storage, seen + 7 * day + 1)).toEqual([])
    expect(await storage.keys()).toEqual([])
  })

  test('stay as they were where the device has no room for a newer one', async () => {
    const { storage, fill } = emptyCaches()
    await keepPage(storage, pageOf('anna', '/investment-dashboard'))
    fill(40)
    const later = {
      ...pageOf('anna', '/investment-dashboard'),
      body: 'seen later, with more on it than there is room for',
    }
    await expect(keepPage(storage, later)).rejects.toThrow('QuotaExceededError')
    expect(await textOf(storage, '/investment-dashboard')).toBe('anna sees /investment-dashboard')
  })

  test('of what is not there any more go one by one', async () => {
    const { storage } = emptyCaches()
    await keepPage(storage, pageOf('anna', '/investment-dashboard'))
    await keepPage(storage, pageOf('anna', '/investment-dashboard/investments'))
    await dropCopy(storage, '/investment-dashboard')
    expect(await keptAddresses(storage, seen)).toEqual(['/investment-dashboard/investments'])
  })

  test('are sixty at most: what was seen longest ago goes', async () => {
    const { storage } = emptyCaches()
    const addresses = Array.from(
      { length: 61 },
      (_, number) => `/investment-dashboard/receipts/R-2026-${number}`,
    )
    for (const address of addresses) await keepPage(storage, pageOf('anna', address))
    expect(await keptAddresses(storage, seen)).toEqual(addresses.slice(1))
  })

  test('keep the files of their own build, once, until no copy needs them', async () => {
    const { storage, fetched } = emptyCaches()
    await keepPage(
      storage,
      pageOf('anna', '/investment-dashboard', ['/assets/old.css', '/assets/font.woff2']),
    )
    await keepPage(
      storage,
      pageOf('anna', '/investment-dashboard/investments', [
        '/assets/new.css',
        '/assets/font.woff2',
      ]),
    )
    expect(fetched).toEqual(['/assets/old.css', '/assets/font.woff2', '/assets/new.css'])
    await keepPage(
      storage,
      pageOf('anna', '/investment-dashboard', ['/assets/new.css', '/assets/font.woff2']),
    )
    const left = await (await storage.open('kept-files')).keys()
    expect(left.map(({ url }) => new URL(url).pathname)).toEqual([
      '/assets/font.woff2',
      '/assets/new.css',
    ])
  })
})
