import { globSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'

const app = resolve(import.meta.dirname, '../..')
const sheet = readFileSync(resolve(import.meta.dirname, 'public.css'), 'utf8')
const leftOut = [...sheet.matchAll(/@source not "([^*"]+)"/g)].map(([, path = '']) =>
  resolve(import.meta.dirname, path),
)

/** What a file and everything it imports draws with, from the imports that survive to the browser. */
function drawnBy(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  const source = readFileSync(file, 'utf8').replace(/import type .+? from '.+?'/gs, '')
  for (const [, path = ''] of source.matchAll(/from '(\.[^']+\.tsx)'/g)) drawnBy(resolve(dirname(file), path), found)
  return found
}

test('what the sheet of the public pages leaves out is drawn by none of them', () => {
  const screens = [...globSync('site/**/{route,layout}.tsx', { cwd: app }), 'root.tsx'].map((path) =>
    resolve(app, path),
  )
  const drawn = new Set(screens.flatMap((screen) => [...drawnBy(screen)]))
  expect(drawn.size).toBeGreaterThan(20)
  expect(leftOut.length).toBeGreaterThan(10)
  expect(leftOut.filter((file) => drawn.has(file))).toEqual([])
})
