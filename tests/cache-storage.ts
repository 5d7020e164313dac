/** The caches of a browser, as far as our copies use them: Node has none. Addresses are of `origin`. */
const origin = 'https://portal.test'

/** A browser's caches, empty; `fetched` notes what was added from the network, and `fill` leaves room for so many letters. */
export function emptyCaches() {
  const stores = new Map<string, Map<string, Response>>()
  const fetched: string[] = []
  const room = { letters: Number.POSITIVE_INFINITY }
  const open = async (name: string) =>
    cacheOf(stores.get(name) ?? newIn(stores, name), fetched, room)
  const storage = {
    keys: async () => [...stores.keys()],
    has: async (name: string) => stores.has(name),
    delete: async (name: string) => stores.delete(name),
    open,
  }
  const fill = (letters: number) => {
    room.letters = letters
  }
  return { storage: storage as unknown as CacheStorage, fetched, fill }
}

function newIn(stores: Map<string, Map<string, Response>>, name: string) {
  const store = new Map<string, Response>()
  stores.set(name, store)
  return store
}

function cacheOf(store: Map<string, Response>, fetched: string[], room: { letters: number }) {
  const whole = (asked: Request | string) =>
    new URL(typeof asked === 'string' ? asked : asked.url, origin).href
  return {
    keys: async () => [...store.keys()].map((address) => new Request(address)),
    match: async (asked: Request | string) => store.get(whole(asked))?.clone(),
    matchAll: async () => [...store.values()].map((answer) => answer.clone()),
    put: async (asked: Request | string, answer: Response) => {
      if ((await answer.clone().text()).length > room.letters) throw new Error('QuotaExceededError')
      store.set(whole(asked), answer)
    },
    delete: async (asked: Request | string) => store.delete(whole(asked)),
    add: async (address: string) => {
      fetched.push(address)
      store.set(whole(address), new Response(`the file ${address}`))
    },
  }
}
