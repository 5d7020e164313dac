import { setTimeout } from 'node:timers/promises'
import type { CDPSession } from '@playwright/test'

/** What one request cost, with its heads, in bytes on the wire. */
export type Transfer = { url: string; mediaType: string; bytes: number }

/** Ends when nothing has come for a second. */
export async function untilIdle(transfers: Transfer[]): Promise<void> {
  for (let known = -1; known < transfers.length; await setTimeout(1_000)) known = transfers.length
}

/** What comes from now on, an entry as soon as it is there; a stream that stays open is never. */
export async function recordTransfers(session: CDPSession): Promise<Transfer[]> {
  const begun = new Map<string, { url: string; mediaType: string }>()
  const transfers: Transfer[] = []
  session.on('Network.responseReceived', ({ requestId, response }) => {
    begun.set(requestId, { url: response.url, mediaType: response.mimeType })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answered = begun.get(requestId)
    if (answered && !answered.url.startsWith('data:'))
      transfers.push({ ...answered, bytes: encodedDataLength })
  })
  await session.send('Network.enable')
  return transfers
}
