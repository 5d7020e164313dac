import { writeFile } from 'node:fs/promises'
import { afterAll, expect } from 'vitest'
import { asSuperuser } from '../database.ts'

// In the run before the first mutant: notes which queries and which functions of the database each file of tests reaches.
const reached = new Set<number>()
Object.assign(globalThis, { reachedQuery: (place: number) => reached.add(place) })
await asSuperuser((client) => client.query("alter system set track_functions = 'all'"), 'postgres')
await asSuperuser((client) => client.query('select pg_reload_conf()'), 'postgres')

// The first file that is set up ends last: the connections of the product, which report what they called, are closed.
afterAll(async () => {
  const { rows } = await asSuperuser((client) =>
    client.query<{ name: string }>(
      "select distinct 'function ' || funcname as name from pg_stat_user_functions",
    ),
  )
  const name = encodeURIComponent(expect.getState().testPath ?? '')
  const found = { queries: [...reached], functions: rows.map((row) => row.name) }
  await writeFile(`${process.env.REACHED_FOLDER}/${name}`, JSON.stringify(found))
})
