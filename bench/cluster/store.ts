import { mkdir } from 'node:fs/promises'
import S3rver from 's3rver'
import { settingsOf } from '../../tests/object-store.ts'
import type { ClusterStore } from './parts.ts'

/** An S3 server on this port of 127.0.0.1 with its objects in this folder, which it keeps over a stop. */
export async function startStore(folder: string, port: number): Promise<ClusterStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let server: S3rver | null = null
  const store: ClusterStore = {
    port,
    folder,
    settings: settingsOf(port),
    start: async () => {
      if (server) return
      const where = { address: '127.0.0.1', port, silent: true }
      const started = new S3rver({
        ...where,
        directory: folder,
        configureBuckets: [{ name: 'files' }],
      })
      await started.run()
      server = started
    },
    stop: async () => {
      const running = server
      server = null
      await running?.close()
    },
  }
  await store.start()
  return store
}
