import { log } from '../observability/log.server.ts'
import { files } from './files.server.ts'

type Stored = { storageKey: string; byteSize: number }

/** Whether a file of the expected size is in the store. */
export async function isStored({ storageKey, byteSize }: Stored): Promise<boolean> {
  return (await files.size(storageKey)) === byteSize
}

/** True also when the store does not respond, which /readyz reports. */
export function isStoredOrUnknown(file: Stored): Promise<boolean> {
  return isStored(file).catch((fault: unknown) => {
    log.error('could not check whether a file is in the store', fault)
    return true
  })
}
