import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

// Stryker tries every mutant. This lets a part of them through, chosen by a seed, has the others left out, and
// prints each survivor immediately, so that a run that is stopped early is not lost.

/** @typedef {{ id: string, fileName: string, mutatorName: string, replacement: string, location: object }} Mutant */

class SampleChecker {
  #size
  #seed
  /** @type {Set<string>} */
  #chosen = new Set()

  constructor(/** @type {{ sample: { size: number, seed: number } }} */ { sample }) {
    this.#size = sample.size
    this.#seed = sample.seed
  }

  init() {
    return Promise.resolve()
  }

  /** Called once, with all of them. */
  async group(/** @type {Mutant[]} */ mutants) {
    const ranked = mutants.map((mutant) => ({ id: mutant.id, rank: this.#rankOf(mutant) }))
    ranked.sort((left, right) => (left.rank < right.rank ? -1 : 1))
    this.#chosen = new Set(ranked.slice(0, this.#size).map(({ id }) => id))
    return [mutants.map(({ id }) => id)]
  }

  async check(/** @type {Mutant[]} */ mutants) {
    const verdict = (/** @type {string} */ id) =>
      this.#chosen.has(id)
        ? { status: 'passed' }
        : { status: 'compileError', reason: 'not in the sample' }
    return Object.fromEntries(mutants.map(({ id }) => [id, verdict(id)]))
  }

  /** Of what it is and where, so that the same seed chooses the same mutants. */
  #rankOf(/** @type {Mutant} */ { fileName, mutatorName, replacement, location }) {
    const path = fileName.replace(/^.*?\/(?=app\/)/, '')
    const words = JSON.stringify([this.#seed, path, location, mutatorName, replacement])
    return createHash('sha256').update(words).digest('hex')
  }
}

/** @type {any} */
const factory = (/** @type {any} */ options) => new SampleChecker(options)
factory.inject = ['options']

class SurvivorReporter {
  onMutantTested(/** @type {any} */ { status, fileName, location, mutatorName, replacement }) {
    if (status !== 'Survived' && status !== 'NoCoverage') return
    const line = readFileSync(fileName, 'utf8').split('\n')[location.start.line - 1]?.trim()
    const place = `${relative(process.cwd(), fileName)}:${location.start.line}:${location.start.column}`
    process.stdout.write(`\n${place} ${status} ${mutatorName}\n  ${line}\n  → ${replacement}\n`)
  }
}

export const strykerPlugins = [
  { kind: 'Checker', name: 'sample', factory },
  { kind: 'Reporter', name: 'survivors', injectableClass: SurvivorReporter },
]
export const strykerValidationSchema = { properties: { sample: { type: 'object' } } }
