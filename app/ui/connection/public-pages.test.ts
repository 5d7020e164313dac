import { globSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { allIconPaths } from '../all-icon-paths.ts'
import { iconPaths } from '../icon-paths.ts'
import { partIconPaths } from '../part-icon-paths.ts'

const app = resolve(import.meta.dirname, '../..')
const screens = [...globSync('site/**/{route,layout}.tsx', { cwd: app }), 'root.tsx'].map((path) =>
  resolve(app, path),
)
/** What is fetched after the first view is named behind `deferPart`. */
const withoutParts = (source: string) => source.replace(/deferPart\(.+?import\([^)]+\)/gs, '')
const drawn = screens.reduce((found, screen) => drawnBy(screen, found), new Set<string>())
const drawnFirst = screens.reduce(
  (found, screen) => drawnBy(screen, found, withoutParts),
  new Set<string>(),
)

/** What a file and everything it imports draws with, from the imports that survive to the browser. */
function drawnBy(file: string, found: Set<string>, read = (source: string) => source): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  const source = read(readFileSync(file, 'utf8')).replace(/import type .+? from '.+?'/gs, '')
  for (const [, path = ''] of source.matchAll(/(?:from |import\()'(\.[^']+\.tsx?)'/g)) {
    if (!path.includes('.server.') && !path.includes('+types'))
      drawnBy(resolve(dirname(file), path), found, read)
  }
  return found
}

/** The icons that these files name, of those that are not brought along. */
function missing(files: Set<string>, brought: object): string[] {
  const others = Object.keys(allIconPaths).filter((name) => !(name in brought))
  expect(others.length).toBeGreaterThan(20)
  const named = new RegExp(`(?:icon|name)(?:=|: )[{]?['"](${others.join('|')})['"]`, 'g')
  return [...files].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(named)].map(
      ([, name]) => `${file.slice(app.length)}: ${name}`,
    ),
  )
}

test('public pages show only icons that they bring along', () => {
  expect(missing(drawn, partIconPaths)).toEqual([])
})

test('the first view of a public page shows only icons that come with it', () => {
  expect(drawnFirst.size).toBeLessThan(drawn.size)
  expect(missing(drawnFirst, iconPaths)).toEqual([])
})
