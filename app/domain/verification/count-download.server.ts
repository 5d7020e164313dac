import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { GuestActor } from '../../platform/database/database.server.ts'
import { networkOf } from '../../platform/http/client-address.ts'

const oneHour = 3_600_000
const mostAnHour = 60
const mostNetworks = 20_000

type Network = { downloads: number; items: Set<string> }

/** In this process's memory only: addresses of visitors are neither stored nor logged. */
let current = { since: 0, networks: new Map<string, Network>() }

/**
 * Whether a network may download: `again` for an item that it had in this hour, which is not counted twice, and
 * `too-many` after sixty downloads.
 */
export function admitDownload(
  itemId: string,
  clientAddress: string | undefined,
): 'first' | 'again' | 'too-many' {
  const now = clock.now().getTime()
  if (Math.abs(now - current.since) >= oneHour || current.networks.size >= mostNetworks)
    current = { since: now, networks: new Map() }
  const name = clientAddress ? networkOf(clientAddress) : 'unknown'
  const network = current.networks.get(name) ?? { downloads: 0, items: new Set<string>() }
  if (network.downloads >= mostAnHour) return 'too-many'
  const isAgain = network.items.has(itemId)
  network.downloads += 1
  network.items.add(itemId)
  current.networks.set(name, network)
  return isAgain ? 'again' : 'first'
}

/** Counts a download of a public item on this day; another item is not counted. */
export async function countDownload(guest: GuestActor, itemId: string): Promise<void> {
  await sql`select count_verification_download(${itemId}, ${clock.today()})`.execute(guest.tx)
}
