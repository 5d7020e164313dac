/** The caches of a browser, as far as our copies use them: Node has none. Addresses are of `origin`. */
const origin = 'https://portal.test'

/** A browser's caches, empty; `fetched` notes what was added from the network. */
export function emptyCaches() {
  const stores = new Map<string, Map<string, Response>>()
  const fetched: string[] = []
  const open = async (name: string) => cacheOf(stores.get(name) ?? newIn(stores, name), fetched)
  const storage = {
    keys: async () => [...stores.keys()],
    has: async (name: string) => stores.has(name),
    delete: async (name: string) => stores.delete(name),
    open,
  }
  return { storage: storage as unknown as CacheStorage, fetched }
}

function newIn(stores: Map<string, Map<string, Response>>, name: string) {
  const store = new Map<string, Response>()
  stores.set(name, store)
  return store
}

function cacheOf(store: Map<string, Response>, fetched: string[]) {
  const whole = (asked: Request | string) => new URL(typeof asked === 'string' ? asked : asked.url, origin).href
  return {
    keys: async () => [...store.keys()].map((address) => new Request(address)),
    match: async (asked: Request | string) => store.get(whole(asked))?.clone(),
    matchAll: async () => [...store.values()].map((answer) => answer.clone()),
    put: async (asked: Request | string, answer: Response) => void store.set(whole(asked), answer),
    delete: async (asked: Request | string) => store.delete(whole(asked)),
    add: async (address: string) => {
      fetched.push(address)
      store.set(whole(address), new Response(`the file ${address}`))
    },
  }
}
