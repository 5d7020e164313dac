/**
 * The copies of portal pages and papers that a device keeps for reading without a connection. They are kept by account,
 * and only one account's at a time: whoever else is signed in, or was, leaves nothing behind.
 */
const ofAccount = 'kept-of:'
const ofFiles = 'kept-files'
/** A store without entries: that it is there says that somebody logged out without a connection. */
const ofLogout = 'logout-owed'
/** As long as a session may stay unused (decisions §2): after that it has ended, and so has what was kept in it. */
const longestMs = 7 * 24 * 60 * 60_000
const mostCopies = 60

/** `at` is when the server answered, in milliseconds; `files` are the sheets and fonts the page is drawn with. */
export type Copy = {
  account: string
  address: string
  body: Blob | string
  headers: Record<string, string>
  at: number
}
type Shown = Copy & { files: readonly string[] }

/** Removes every copy, and the files they are drawn with; those of `except` stay. */
export async function forgetCopies(storage: CacheStorage, except?: string): Promise<void> {
  const names = await storage.keys()
  const own = except === undefined ? [] : [ofAccount + except, ofFiles]
  await Promise.all(
    names.filter((name) => isOurs(name) && !own.includes(name)).map((name) => storage.delete(name)),
  )
}

const isOurs = (name: string) => name.startsWith(ofAccount) || name === ofFiles

/** Notes that somebody logged out where the server could not be told. Copies are removed by themselves. */
export async function oweLogout(storage: CacheStorage): Promise<void> {
  await storage.open(ofLogout)
}

export const owesLogout = (storage: CacheStorage): Promise<boolean> => storage.has(ofLogout)

/** The session has ended, or another one has begun since. */
export async function settleLogout(storage: CacheStorage): Promise<void> {
  await storage.delete(ofLogout)
}

/** Keeps a paper as it was downloaded. What another account kept goes first, and a logout that was owed before. */
export async function keepCopy(
  storage: CacheStorage,
  { account, address, body, headers, at }: Copy,
): Promise<void> {
  await Promise.all([forgetCopies(storage, account), settleLogout(storage)])
  const copies = await storage.open(ofAccount + account)
  const former = await copies.match(address)
  // Taken out first, so that the order of the copies is the order in which they were seen last.
  await copies.delete(address)
  try {
    await copies.put(
      address,
      new Response(body, { headers: { ...headers, 'Kept-At': String(at) } }),
    )
  } catch (fault) {
    // On a full device what was seen before, with its date, is more than nothing.
    if (former) await copies.put(address, former)
    throw fault
  }
  const all = await copies.keys()
  await Promise.all(
    all.slice(0, Math.max(0, all.length - mostCopies)).map((oldest) => copies.delete(oldest)),
  )
}

/** Keeps a page as it was seen, with its files. Files that no copy is drawn with any more go: those of older builds. */
export async function keepPage(storage: CacheStorage, { files, ...copy }: Shown): Promise<void> {
  await keepCopy(storage, { ...copy, headers: { ...copy.headers, 'Kept-Files': files.join(' ') } })
  const store = await storage.open(ofFiles)
  const present = (await store.keys()).map(({ url }) => new URL(url).pathname)
  await Promise.all(files.filter((file) => !present.includes(file)).map((file) => store.add(file)))
  const needed = await filesOf(await storage.open(ofAccount + copy.account))
  await Promise.all(present.filter((file) => !needed.has(file)).map((file) => store.delete(file)))
}

async function filesOf(copies: Cache): Promise<Set<string>> {
  const all = await copies.matchAll()
  return new Set(all.flatMap(({ headers }) => headers.get('Kept-Files')?.split(' ') ?? []))
}

/** The copy of an address, whoever keeps copies here. One that is too old takes all others with it. */
export async function findCopy(
  storage: CacheStorage,
  address: string,
  now: number,
): Promise<Response | null> {
  const copy = await (await storeOfCopies(storage))?.match(address)
  if (!copy) return null
  if (!isTooOld(copy, now)) return copy
  await forgetCopies(storage)
  return null
}

/** Removes one copy: what it showed is not there any more, or not for whoever keeps it. */
export async function dropCopy(storage: CacheStorage, address: string): Promise<void> {
  await (await storeOfCopies(storage))?.delete(address)
}

/** The addresses of which there are copies. One that is too old takes all of them with it. */
export async function keptAddresses(storage: CacheStorage, now: number): Promise<string[]> {
  const copies = await storeOfCopies(storage)
  const all = (await copies?.matchAll()) ?? []
  if (all.some((copy) => isTooOld(copy, now))) {
    await forgetCopies(storage)
    return []
  }
  return ((await copies?.keys()) ?? []).map(({ url }) => addressOf(new URL(url)))
}

const isTooOld = (copy: Response, now: number) =>
  now - Number(copy.headers.get('Kept-At')) > longestMs

export const addressOf = ({ pathname, search }: { pathname: string; search: string }) =>
  pathname + search

/** There is one at most. */
async function storeOfCopies(storage: CacheStorage): Promise<Cache | undefined> {
  const name = (await storage.keys()).find((one) => one.startsWith(ofAccount))
  return name === undefined ? undefined : storage.open(name)
}

/** A sheet or font of a copy. */
export async function findKeptFile(
  storage: CacheStorage,
  request: Request,
): Promise<Response | undefined> {
  return (await storage.has(ofFiles)) ? (await storage.open(ofFiles)).match(request) : undefined
}

/** Where a browser keeps nothing (without https), there is nothing to forget either. */
export async function forgetOwnCopies(): Promise<void> {
  if ('caches' in window)
    await Promise.all([forgetCopies(window.caches), settleLogout(window.caches)])
}
