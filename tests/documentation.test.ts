import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ourFiles, projectRoot } from './fences/tree.ts'

type Page = { path: string; text: string }

const read = (path: string): Page => ({ path, text: readFileSync(join(projectRoot, path), 'utf8') })
const documents = readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' })
  .map((name) => `docs/${name}`)
  .toSorted()
const pages = [...documents, ...readdirSync(projectRoot)]
  .filter((path) => path.endsWith('.md'))
  .map(read)
/** This file names documents only as examples. */
const ownFiles = ourFiles().filter(({ path }) => path !== 'tests/documentation.test.ts')
const sources = [...ownFiles, read('.env.example'), read('.dependency-cruiser.cjs')]
const fileNames = new Set([
  ...sources.map(({ path }) => basename(path)),
  ...documents.map((path) => basename(path)),
])

const inProject = /(?<![\w./@-])(?:app|bench|config|db|docs|server|tests)\/[\w.$/-]*[\w$]/g
const inBackticks = /(?<=`)\w(?:[\w.$/-]*\w)?\.(?:tsx?|mjs|cjs|sql|css|tsv|md)(?=`)/g
const scripts: object = JSON.parse(read('package.json').text).scripts

const isThere = (path: string) => existsSync(join(projectRoot, path))
const isKnown = (name: string) => isThere(name) || (!name.includes('/') && fileNames.has(name))

/** The words of a heading as a link refers to them. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s/g, '-')

function hasAnchor(path: string, anchor: string): boolean {
  const headings = read(path).text.match(/(?<=^#+ ).+$/gm) ?? []
  return headings.map(anchorOf).includes(anchor)
}

/** The names in a page that lead nowhere. */
function deadPaths({ text }: Page): string[] {
  const named = [...(text.match(inProject) ?? []), ...(text.match(inBackticks) ?? [])]
  return [...new Set(named)].filter((name) => !name.includes('NNNN') && !isKnown(name))
}

function deadLinks({ path, text }: Page): string[] {
  const links = Array.from(text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g))
  return links.flatMap(([link, target = '', anchor]) => {
    const file = target ? join(dirname(path), target) : path
    const leads = isThere(file) && (anchor === undefined || hasAnchor(file, anchor))
    return leads ? [] : [link]
  })
}

const unknownScripts = ({ text }: Page) =>
  (text.match(/(?<=npm run )[a-z][\w:-]*/g) ?? []).filter((name) => !(name in scripts))

const inEach = (find: (page: Page) => string[]) =>
  pages.flatMap((page) => find(page).map((found) => `${page.path}: ${found}`))

describe('MIN-345 the documents name only what exists', () => {
  test('the pages are found', () => {
    expect(pages.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/architecture.md']),
    )
  })

  test('every path', () => {
    expect(inEach(deadPaths)).toEqual([])
  })

  test('every link and the heading that it leads to', () => {
    expect(inEach(deadLinks)).toEqual([])
  })

  test('every script', () => {
    expect(inEach(unknownScripts)).toEqual([])
  })

  test('every document that the code refers to', () => {
    const dead = sources.flatMap(({ path, text }) =>
      (text.match(/(?<![\w./-])docs\/[\w./-]*\w/g) ?? [])
        .filter((name) => !documents.some((document) => document.startsWith(name)))
        .map((name) => `${path}: ${name}`),
    )
    expect(dead).toEqual([])
  })

  test.each([
    [deadPaths, 'see `app/nowhere.ts`', 'app/nowhere.ts'],
    [deadPaths, 'run `npm test -- tests/nowhere.test.ts`', 'tests/nowhere.test.ts'],
    [deadPaths, 'in `nowhere.server.ts`', 'nowhere.server.ts'],
    [deadLinks, '[page](docs/nowhere.md)', '](docs/nowhere.md)'],
    [deadLinks, '[part](README.md#nowhere)', '](README.md#nowhere)'],
    [unknownScripts, 'npm run nowhere', 'nowhere'],
  ])('%o finds %s', (find, text, found) => {
    expect(find({ path: 'README.md', text })).toEqual([found])
  })
})

test('decisions have at most 350 words, the front pages their own limit', () => {
  const words = ({ text }: Page) => text.trim().split(/\s+/).length
  const limits: Record<string, number> = { 'README.md': 700, 'CONTRIBUTING.md': 900 }
  const limitOf = (path: string) =>
    limits[path] ?? (path.startsWith('docs/decisions/') ? 350 : Infinity)
  const long = pages.filter((page) => words(page) > limitOf(page.path))
  expect(long.map(({ path }) => path)).toEqual([])
})
