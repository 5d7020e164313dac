import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, constants, glob, mkdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { hasErrorCode, syncFolder } from '../../durable-files.ts'
import type { BackupStore } from './backup-store.ts'

const partial = /\.[0-9a-f]{12}\.part$/

/** A folder, which must exist: an empty mount point would fill the system's own disk. */
export function folderStore(root: string): BackupStore {
  const refuseLost = async () => {
    const found = await stat(root).catch(() => null)
    if (!found?.isDirectory())
      throw new Error(
        `There is no folder ${root} (BACKUP_TO). Make it, or mount the disk that it is on.`,
      )
  }
  return {
    name: root,
    list: async (folder) => {
      await refuseLost()
      const sizes = new Map<string, number>()
      for await (const name of glob('**/*', { cwd: join(root, folder) })) {
        const found = await stat(join(root, folder, name)).catch(() => null)
        if (found?.isFile() && !partial.test(name)) sizes.set(`${folder}/${name}`, found.size)
      }
      return sizes
    },
    put: async (path, source) => {
      const target = join(root, path)
      const draft = `${target}.${randomBytes(6).toString('hex')}.part`
      try {
        await refuseLost()
        await mkdir(dirname(target), { recursive: true, mode: 0o700 })
        await pipeline(source, createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }))
        await rename(draft, target)
        await syncFolder(dirname(target))
      } catch (fault) {
        source.destroy()
        await rm(draft, { force: true }).catch(() => undefined)
        throw fault
      }
    },
    settle: async () => syncFolder(root),
    open: async (path) => {
      await refuseLost()
      const readable = await access(join(root, path), constants.R_OK).catch((fault: Error) => {
        if (!hasErrorCode(fault, 'ENOENT')) throw fault
        return null
      })
      return readable === null ? null : createReadStream(join(root, path))
    },
    remove: async (paths) => {
      for (const path of paths) {
        await rm(join(root, path), { force: true })
        await rmdir(dirname(join(root, path))).catch(() => undefined)
      }
    },
    clearUnfinished: async () => {
      await refuseLost()
      for await (const name of glob('**/*.part', { cwd: root }))
        if (partial.test(name)) await rm(join(root, name), { force: true })
    },
  }
}
