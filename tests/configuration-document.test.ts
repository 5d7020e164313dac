import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const read = (path: string) => readFile(path, 'utf8')

const sources = ['config', 'backup-settings', 'store-settings'].map((name) =>
  read(`config/${name}.ts`),
)

/** The names in upper case that the configuration reads. */
const variables = [
  ...new Set(
    (await Promise.all(sources)).join('').match(/(?<=')[A-Z][A-Z0-9]*(_[A-Z0-9]+)*(?=')/g),
  ),
].toSorted()

test('every setting is explained, and stands in the example', async () => {
  const [explained, example] = [await read('docs/configuration.md'), await read('.env.example')]
  expect(variables).toContain('DATABASE_URL')
  expect(variables.length).toBeGreaterThan(20)
  const rows = explained.split('\n').filter((line) => line.startsWith('| `'))
  const inTable = rows.flatMap((row) => (row.split('|')[1] ?? '').match(/(?<=`)[A-Z0-9_]+/g) ?? [])
  expect(inTable.toSorted()).toEqual(variables)
  const named = example.match(/(?<=^#?)[A-Z0-9_]+(?==)/gm) ?? []
  expect(named.toSorted()).toEqual(variables)
})
