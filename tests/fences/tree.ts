import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { Example } from './rule.ts'

export const projectRoot = resolve(import.meta.dirname, '../..')

const folders = ['app', 'config', 'server', 'db', 'tests', 'bench']
const readable = /\.(ts|tsx|mjs|sql|css)$/
/** Written by a tool from the migrated schema. */
const generated = ['app/platform/database/database-types.ts']
/** The rules themselves quote what they forbid. */
const rules = /^tests\/fences\/[a-z-]+\.ts$/

/** Every file that people wrote and the house rules hold for, at the project's root and in its folders. */
export function ourFiles(): Example[] {
  const atRoot = readdirSync(projectRoot).filter((name) => readable.test(name))
  return [...atRoot, ...folders.flatMap(filesBelow)]
    .filter((path) => !generated.includes(path) && !rules.test(path))
    .map((path) => ({ path, text: readFileSync(join(projectRoot, path), 'utf8') }))
}

function filesBelow(folder: string): string[] {
  const present = readdirSync(projectRoot).includes(folder)
  if (!present) return []
  return readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && readable.test(entry.name))
    .map((entry) => relative(projectRoot, join(entry.parentPath, entry.name)))
}
