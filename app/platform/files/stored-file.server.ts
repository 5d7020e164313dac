import { log } from '../observability/log.server.ts'
import { files } from './files.server.ts'

type Stored = { storageKey: string; byteSize: number }

/**
 * Whether the bytes of a file are in the store, as many as were put there. Between this look and sending them nothing
 * removes them but a fault.
 */
export async function isStored({ storageKey, byteSize }: Stored): Promise<boolean> {
  return (await files.size(storageKey)) === byteSize
}

/**
 * The same as far as the store can say. One that does not answer is told of by /readyz: nothing is known of its files then,
 * and who asks has more to show.
 */
export function isStoredOrUnknown(file: Stored): Promise<boolean> {
  return isStored(file).catch((fault: unknown) => {
    log.error('whether a file is in the store could not be asked', fault)
    return true
  })
}
