import { join } from 'node:path'
import { config } from '../config.server.ts'
import type { FileStore } from './file-store.server.ts'
import { folderStore } from './folder-store.server.ts'
import { objectStore } from './object-store.server.ts'

/** DATA_DIR/files, or the configured bucket. */
export const files: FileStore = config.objectStore
  ? objectStore(config.objectStore)
  : folderStore(join(config.dataDir, 'files'))
