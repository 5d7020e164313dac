import type pg from 'pg'

/** A schema with nothing in it: it is there from before the first to after the last thing that a restore writes. */
const mark = 'msingi_restoring'

export async function restoringIsMarked(client: pg.Client): Promise<boolean> {
  return (await client.query('select from pg_namespace where nspname = $1', [mark])).rows.length > 0
}

export async function markRestoring(client: pg.Client): Promise<void> {
  await client.query(`create schema if not exists ${mark}`)
}

export async function unmarkRestoring(client: pg.Client): Promise<void> {
  await client.query(`drop schema ${mark}`)
}

/** For whatever starts the product: half of an installation would look like a new one. */
export async function refuseHalfRestored(client: pg.Client): Promise<void> {
  if (!(await restoringIsMarked(client))) return
  throw new Error('A restore into this installation broke off, so it is not whole. Restore again; it begins anew.')
}
