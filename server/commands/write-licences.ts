/** `npm run licences` writes docs/third-party-licences.md from package-lock.json, for all systems. */
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder } from '../program.ts'

type LockedPackage = {
  version: string
  license?: string
  dev?: boolean
  devOptional?: boolean
}

const readJson = async <Json>(path: string) =>
  JSON.parse(await readFile(join(projectFolder, path), 'utf8')) as Json

/** Packages from before SPDX expressions list their licences, or omit them. */
async function olderLicence(folder: string): Promise<string> {
  const manifest = join(folder, 'package.json')
  if (!existsSync(join(projectFolder, manifest))) return 'not stated'
  const { licenses } = await readJson<{ licenses?: { type: string }[] }>(manifest)
  return licenses?.map(({ type }) => type).join(' OR ') ?? 'in its LICENSE file'
}

const { packages } = await readJson<{ packages: Record<string, LockedPackage> }>(
  'package-lock.json',
)
const byLicence = new Map<string, Set<string>>()
for (const [folder, { version, license, dev, devOptional }] of Object.entries(packages)) {
  if (folder === '' || dev || devOptional) continue
  const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const licence = license ?? (await olderLicence(folder))
  byLicence.set(licence, (byLicence.get(licence) ?? new Set()).add(`${name} ${version}`))
}

const sections = [...byLicence]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([licence, names]) => `## ${licence}\n\n${[...names].toSorted().join(', ')}\n`)
const introduction = `# Third-party licences

The packages that the product runs with, by licence. Written by \`npm run licences\`. Packages that only build or test it are
not listed. The typefaces Inter and Fraunces are under the SIL Open Font License 1.1.
`
const folder = process.argv[2] ?? join(projectFolder, 'docs')
await writeFile(join(folder, 'third-party-licences.md'), [introduction, ...sections].join('\n'))
