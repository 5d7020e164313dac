import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { facesOf, subsetFonts } from './subset-fonts.ts'

const faces = facesOf(
  await readFile(resolve(import.meta.dirname, '../../app/ui/styles/fonts.css'), 'utf8'),
)
const sizeOf = async (file: string) =>
  (await stat(resolve(import.meta.dirname, '../../build/fonts', file))).size
const charactersIn = (family: string) =>
  faces.filter((face) => face.family === family).flatMap(({ characters }) => [...characters])

beforeAll(() => subsetFonts())

describe('the fonts that are cut at build time', () => {
  test('PUB-381 what a first view needs is at most 27 KB', async () => {
    expect(
      (await sizeOf('fraunces-basic.woff2')) + (await sizeOf('inter-basic.woff2')),
    ).toBeLessThanOrEqual(27_000)
  })

  test.each(['fraunces', 'inter'])('each character of %s lies in one file', (family) => {
    const characters = charactersIn(family)
    expect(new Set(characters).size).toBe(characters.length)
    expect(characters).toEqual(expect.arrayContaining([...'AZaz09 ·–—‘’“”…$%&é©ñß€™']))
  })

  test('the basic file of each has what English is written with', () => {
    for (const file of ['fraunces-basic.woff2', 'inter-basic.woff2']) {
      const characters = faces.find((face) => face.file === file)?.characters ?? ''
      for (const letter of 'AZaz09 .,:;!?\'"()&%$#@+-/·–—‘’“”…')
        expect(characters, file).toContain(letter)
    }
  })

  test('a face without its file, its weights or its characters is refused', () => {
    const face =
      '@font-face { src: url("../../../build/fonts/inter-basic.woff2"); font-weight: 400; }'
    expect(() => facesOf(face)).toThrow('font-weight')
  })
})
