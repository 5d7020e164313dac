import type { World } from '../app/portal/offline/answer.ts'
import { keepPage } from '../app/ui/kept-copies.ts'
import { emptyCaches } from './cache-storage.ts'

export const origin = 'https://portal.test'

export const home = '/investment-dashboard'

export const list = `${home}/investments`

export const receipt = `${home}/receipts/R-2026-000001`

export const seen = 1_800_000_000_000

export type Asked = {
  method?: string
  mode?: string
  destination?: string
  headers?: Record<string, string>
}

/** As the browser hands it over; no request of Node's own can be a navigation. */
export function request(
  address: string,
  { method = 'GET', mode = 'cors', destination = '', headers = {} }: Asked = {},
) {
  const url = new URL(address, origin).href
  return { url, method, mode, destination, headers: new Headers(headers) } as unknown as Request
}

export const opened = (address: string) =>
  request(address, { mode: 'navigate', destination: 'document' })

export type Network = (address: string) => Promise<Response>

export const offline: Network = () => Promise.reject(new TypeError('Failed to fetch'))

export const silent: Network = () => new Promise(() => undefined)

export const says =
  (text: string, init?: ResponseInit): Network =>
  async () =>
    new Response(text, init)

/** As a redirect looks to a worker. */
export const ledAway: Network = async () =>
  ({ type: 'opaqueredirect', status: 0, redirected: false }) as Response

export async function world(network: Network, { patient = false, isSilent = false } = {}) {
  const { storage } = emptyCaches()
  for (const address of [home, list]) {
    await keepPage(storage, {
      account: 'anna',
      address,
      at: seen,
      files: [],
      headers: {},
      body: `copy of ${address}`,
    })
  }
  const waited: number[] = []
  const asked: string[] = []
  const pending: Promise<unknown>[] = []
  const woken: string[] = []
  const around: World = {
    storage,
    look: { brand: 'Nyumba', logo: '/logo/1.png' },
    now: () => seen,
    preloaded: Promise.resolve(undefined),
    wait: async (ms) => {
      waited.push(ms)
      if (patient) await new Promise(() => undefined)
      await new Promise((done) => setTimeout(done, 5))
    },
    fetch: (one) => {
      const address = typeof one === 'string' ? one : one.url.slice(origin.length)
      asked.push(address)
      return network(address)
    },
    whenConnected: async () => void woken.push('logout'),
    tellTabs: () => void woken.push('tabs'),
    later: (work) => pending.push(work),
    takeSilence: () => isSilent,
  }
  return { around, storage, waited, asked, woken, settled: () => Promise.all(pending) }
}

export const text = async (answer: Promise<Response> | null) => (await answer)?.text()
