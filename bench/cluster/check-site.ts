import { createHash, randomInt } from 'node:crypto'
import type { Cluster } from './parts.ts'

/** A running cluster with the processes asked one by one, past the proxy, and an administrator's session. */
export type Site = { cluster: Cluster; webs: { name: string; address: string }[]; admin: string }

/** What was tried, what was found, and whether it is as with one process. */
export type Outcome = { what: string; found: string; isAsOne: boolean }

export const outcomeOf = (label: string, found: string, isAsOne: boolean): Outcome => ({
  what: label,
  found,
  isAsOne,
})

/** An address that no one had before: its limits are fresh. */
export const newAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

type Visitor = { cookie?: string; from?: string }

export function get(
  address: string,
  path: string,
  { cookie = '', from = newAddress() }: Visitor = {},
): Promise<Response> {
  return fetch(`${address}${path}`, {
    redirect: 'manual',
    headers: { cookie, 'x-forwarded-for': from },
  })
}

export function post(
  address: string,
  path: string,
  { cookie = '', from = newAddress(), form }: Visitor & { form: Record<string, string> },
): Promise<Response> {
  return fetch(`${address}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: address, 'x-forwarded-for': from },
    body: new URLSearchParams(form),
  })
}

/** Asks each process in turn so many times, and counts the answers that are no "too many". */
export async function countAllowed(
  { webs }: Site,
  times: number,
  send: (address: string, time: number) => Promise<Response>,
): Promise<number> {
  let allowed = 0
  for (let time = 0; time < times; time += 1) {
    const { status, body } = await send(webs[time % webs.length]?.address ?? '', time)
    await body?.cancel()
    if (status >= 500) throw new Error(`It was answered ${status}`)
    if (status !== 429) allowed += 1
  }
  return allowed
}

export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** What each process answers at this address, by its SHA-256 (null when it has none), and whether all answer the same. */
export async function hashesOf(webs: Site['webs'], path: string, cookie = '') {
  const hashes = await Promise.all(
    webs.map(async ({ address }) => {
      const answer = await get(address, path, { cookie })
      const bytes = new Uint8Array(await answer.arrayBuffer())
      return answer.status === 200 ? hashOf(bytes) : null
    }),
  )
  return { hashes, isSame: new Set(hashes).size === 1 && !hashes.includes(null) }
}
