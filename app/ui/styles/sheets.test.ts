import { globSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'

const app = resolve(import.meta.dirname, '../..')
const screens = globSync('{root,{site,sign-in,portal,office}/**/{route,layout}}.tsx', { cwd: app })
/** Without the files that only bring a layout or a screen its own addresses. */
const drawsSomething = /export default function/
const linked = /import \w+ from '([^']+\.css)\?url'/g

const read = (file: string) => readFileSync(file, 'utf8')

/** A file and everything it imports that draws. */
function drawnBy(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  const source = read(file).replace(/import type .+? from '.+?'/gs, '')
  for (const [, path = ''] of source.matchAll(/(?:from |import\()'(\.[^']+\.tsx)'/g))
    drawnBy(resolve(dirname(file), path), found)
  return found
}

/** The sheets that a screen is shown with: its own and those of the layout above it, as files. */
function sheetsOf(screen: string): string[] {
  const [area = ''] = screen.split('/')
  return [...new Set([`${area}/layout.tsx`, screen])].flatMap((file) =>
    [...read(resolve(app, file)).matchAll(linked)].map(([, path = '']) =>
      resolve(app, dirname(file), path),
    ),
  )
}

/** The files that a sheet, or one that it imports, takes its classes from. */
function sourcesOf(sheet: string): Set<string> {
  const css = read(sheet)
  const named = (pattern: RegExp) =>
    [...css.matchAll(pattern)].flatMap(([, path = '']) => globSync(path, { cwd: dirname(sheet) }))
  const files = new Set(named(/@source "([^"]+)"/g).map((path) => resolve(dirname(sheet), path)))
  for (const path of named(/@source not "([^"]+)"/g)) files.delete(resolve(dirname(sheet), path))
  for (const [, path = ''] of css.matchAll(/@import "(\.[^"]+)"/g))
    for (const file of sourcesOf(resolve(dirname(sheet), path))) files.add(file)
  return files
}

const pages = screens
  .filter((screen) => screen !== 'root.tsx' && drawsSomething.test(read(resolve(app, screen))))
  .map((screen) => {
    const [area = ''] = screen.split('/')
    const drawn = ['root.tsx', `${area}/layout.tsx`, screen].map((file) => resolve(app, file))
    return { screen, sheets: sheetsOf(screen), drawn: drawn.flatMap((file) => [...drawnBy(file)]) }
  })
  // A layout of the public pages links none: each page has its own.
  .filter(({ screen }) => screen !== 'site/layout.tsx')

const inApp = (files: Iterable<string>) =>
  [...new Set(files)].map((file) => file.slice(app.length + 1)).sort()

test('each page has one sheet with classes, which has those of all that draws it', () => {
  expect(pages.length).toBeGreaterThan(90)
  for (const { screen, sheets, drawn } of pages) {
    expect(sheets, screen).toHaveLength(1)
    const [sheet = ''] = sheets
    const sources = sourcesOf(sheet)
    expect(inApp(drawn.filter((file) => !sources.has(file))), screen).toEqual([])
  }
})

test('the sheets of the public pages and of signing in have no classes of other parts', () => {
  const bySheet = Map.groupBy(pages, ({ sheets: [sheet = ''] }) => sheet)
  const siteSheets = sourcesOf(resolve(app, 'site/site.css'))
  const drawnByAnyone = new Set(
    pages.filter(({ screen }) => screen.startsWith('site/')).flatMap(({ drawn }) => drawn),
  )
  expect(inApp([...siteSheets].filter((file) => !drawnByAnyone.has(file)))).toEqual([])
  const narrow = [...bySheet].filter(([sheet]) => !/(portal|office)\.css$/.test(sheet))
  expect(narrow).toHaveLength(4)
  for (const [sheet, shown] of narrow) {
    const drawn = new Set(shown.flatMap((page) => page.drawn))
    const own = [...sourcesOf(sheet)].filter(
      (file) => !siteSheets.has(file) || sheet.includes('sign-in'),
    )
    expect(inApp(own.filter((file) => file.endsWith('.tsx') && !drawn.has(file)))).toEqual([])
  }
})

test('a fault that no area caught is drawn with the classes of its sheet', () => {
  const sources = sourcesOf(resolve(app, 'ui/styles/fault.css'))
  expect(inApp(sources)).toEqual(inApp(drawnBy(resolve(app, 'root.tsx'))))
})
