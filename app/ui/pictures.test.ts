import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import manifest from '../../public/pictures/manifest.json'
import { suppliedPicture } from './pictures.ts'

const folder = resolve(import.meta.dirname, '../../public/pictures')
const supplied = Object.entries(manifest)
const bytes = (file: string) => statSync(join(folder, file)).size

describe('the pictures supplied with the project', () => {
  test('every width of the manifest is shown as AVIF and WebP, and nothing else does', () => {
    const promised = supplied.flatMap(([name, { widths }]) =>
      widths.flatMap((width) => [`${name}-${width}.avif`, `${name}-${width}.webp`]),
    )
    expect(readdirSync(folder).sort()).toEqual([...promised, 'manifest.json'].sort())
  })

  test('they weigh at most 16 MB together', () => {
    const total = readdirSync(folder).reduce((sum, file) => sum + bytes(file), 0)
    expect(total).toBeLessThanOrEqual(16 * 1024 * 1024)
  })

  test('what a phone waits for on the first view is at most 60 KB', () => {
    expect(bytes('hero-1-768.avif')).toBeLessThanOrEqual(60 * 1024)
    expect(bytes('hero-1-upright-780.avif')).toBeLessThanOrEqual(60 * 1024)
  })

  test('each has words that stand for it, and a placeholder of at most 400 bytes', () => {
    for (const [name, { alt, placeholder }] of supplied) {
      expect(alt, name).not.toBe('')
      expect(placeholder, name).toMatch(/^data:image\/webp;base64,/)
      expect(placeholder.length, name).toBeLessThanOrEqual(400)
    }
  })

  test('one is looked up by its name', () => {
    expect(suppliedPicture('hero-1')).toMatchObject({ name: 'hero-1', width: 1920, height: 1200 })
  })
})
