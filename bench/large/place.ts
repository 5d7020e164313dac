import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('../..', import.meta.url))

/** Where the large installation stands: its own data folder, or another one that is named behind the command. */
export const largeDataDir = (named: string | undefined): string =>
  named ? resolve(named) : join(project, 'data-large')

/** Written when everything is in it: without it a folder is half made. */
export const completionMark = (dataDir: string): string => join(dataDir, 'large-demo.json')

/** Whether the large installation is there as a whole. */
export const isComplete = (dataDir: string): boolean => existsSync(completionMark(dataDir))
