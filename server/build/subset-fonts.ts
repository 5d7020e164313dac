import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder } from '../program.ts'
import { readIfThere } from '../durable-files.ts'

const styleSheet = join(projectFolder, 'app/ui/styles/fonts.css')
const sources = join(projectFolder, 'app/ui/fonts')
const target = join(projectFolder, 'build/fonts')

const originals = {
  fraunces: 'fraunces-latin-opsz-normal.woff2',
  inter: 'inter-latin-wght-normal.woff2',
}
type Family = keyof typeof originals

/** Features that style sheets and letters need; `calt` alone would be a fifth of Inter's file. */
const features = [
  'kern',
  'liga',
  'ccmp',
  'locl',
  'mark',
  'mkmk',
  'tnum',
  'lnum',
  'cv05',
  'ss03',
]

/** For the largest letters, 72 px: smaller optical sizes are wider and would not fit. */
const opticalSize = 72

type Face = {
  file: string
  family: Family
  /** One weight, or a range. */
  weights: number | { min: number; max: number }
  characters: string
}

/**
 * Subsets both typefaces to the characters and weights of fonts.css, into build/fonts, unless done
 * before. Fraunces has one optical size and one weight: a range of each would double its file.
 */
export async function subsetFonts(): Promise<void> {
  const faces = facesOf(await readFile(styleSheet, 'utf8'))
  const whole = {
    fraunces: await readFile(join(sources, originals.fraunces)),
    inter: await readFile(join(sources, originals.inter)),
  }
  const madeOf = createHash('sha256')
    .update(JSON.stringify([faces, features, opticalSize]))
    .update(whole.fraunces)
    .update(whole.inter)
    .digest('hex')
  if ((await readIfThere(join(target, 'made-of'))) === madeOf) return
  const { default: subsetFont } = await import('subset-font')
  await mkdir(target, { recursive: true })
  for (const { file, family, weights, characters } of faces) {
    const cut = await subsetFont(whole[family], characters, {
      targetFormat: 'woff2',
      variationAxes: { wght: weights, ...(family === 'fraunces' ? { opsz: opticalSize } : {}) },
      keepFeatures: features,
    })
    await putWhole(file, cut)
  }
  await putWhole('made-of', madeOf)
}

/** Atomic, because another command may be building from the existing file. */
async function putWhole(file: string, content: Buffer | string): Promise<void> {
  const draft = join(target, `.${file}-${randomBytes(6).toString('hex')}`)
  await writeFile(draft, content)
  await rename(draft, join(target, file))
}

/** A style sheet's faces with a generated file; fallbacks have none. */
export function facesOf(css: string): Face[] {
  const rules = css.match(/@font-face\s*\{[^}]*\}/g) ?? []
  return rules
    .filter((rule) => rule.includes('/build/fonts/'))
    .map((rule) => {
      const [, file, family] = part(rule, /\/build\/fonts\/((fraunces|inter)-[a-z]+\.woff2)/)
      const [, min, max = min] = part(rule, /font-weight:\s*(\d+)(?:\s+(\d+))?;/)
      const [, ranges] = part(rule, /unicode-range:\s*([^;]+)/)
      return {
        file: String(file),
        family: family as Family,
        weights: min === max ? Number(min) : { min: Number(min), max: Number(max) },
        characters: String(ranges).split(',').map(charactersOf).join(''),
      }
    })
}

function part(rule: string, pattern: RegExp): RegExpExecArray {
  const found = pattern.exec(rule)
  if (!found) throw new Error(`A face in app/ui/styles/fonts.css lacks ${pattern}:\n${rule}`)
  return found
}

function charactersOf(range: string): string {
  const [first = '', last = first] = range.trim().replace('U+', '').split('-')
  const begin = Number.parseInt(first, 16)
  const length = Number.parseInt(last, 16) - begin + 1
  return Array.from({ length }, (_, offset) => String.fromCodePoint(begin + offset)).join('')
}
