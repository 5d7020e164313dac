import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { asSuperuser } from '../database.ts'

const page = await readFile('docs/database.md', 'utf8')
const cellsOf = (line: string) => line.split('|').map((cell) => cell.trim())
const namesIn = (cell = '') => cell.match(/(?<=`)[\w.]+(?=`)/g) ?? []
const section = (title: string) => page.split('\n## ').find((part) => part.startsWith(title)) ?? ''
const rowsOf = (title: string) =>
  section(title)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)

test('the page lists every trigger with its tables', async () => {
  const { rows } = await asSuperuser((client) =>
    client.query<{ name: string }>(
      `select t.tgname || ' ' || case n.nspname when 'app' then '' else n.nspname || '.' end || c.relname as name
       from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
       where not t.tgisinternal and n.nspname in ('app', 'auth')`,
    ),
  )
  const listed = rowsOf('Triggers').flatMap((line) => {
    const [, triggers, tables] = cellsOf(line)
    return namesIn(triggers).flatMap((name) => namesIn(tables).map((table) => `${name} ${table}`))
  })
  expect(listed.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test('the page lists every table', async () => {
  const { rows } = await asSuperuser((client) =>
    client.query<{ name: string }>(
      `select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and n.nspname in ('app', 'auth')`,
    ),
  )
  const listed = rowsOf('Tables').flatMap((line) => namesIn(cellsOf(line)[2]))
  expect(listed.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})
