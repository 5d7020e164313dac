import type pg from 'pg'

/** A schema that is there from before the first to after the last thing that a restore writes, with a list of its files. */
const mark = 'msingi_restoring'

export async function restoringIsMarked(client: pg.Client): Promise<boolean> {
  return (await client.query('select from pg_namespace where nspname = $1', [mark])).rows.length > 0
}

export async function markRestoring(client: pg.Client): Promise<void> {
  await client.query(
    `create schema if not exists ${mark}; create table if not exists ${mark}.file (place text not null, key text not null)`,
  )
}

export async function unmarkRestoring(client: pg.Client): Promise<void> {
  await client.query(`drop schema ${mark} cascade`)
}

/** Before a file is put: whatever happens then, it is known whose it is, and where. */
export async function noteFile(client: pg.Client, place: string, key: string): Promise<void> {
  await client.query(`insert into ${mark}.file values ($1, $2)`, [place, key])
}

/** The files that restores which broke off put into this place, a thousand at most; each is to be forgotten when it is removed. */
export async function notedFiles(client: pg.Client, place: string): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `select distinct key from ${mark}.file where place = $1 limit 1000`,
    [place],
  )
  return rows.map(({ key }) => key)
}

export async function forgetFiles(client: pg.Client, place: string, keys: string[]): Promise<void> {
  await client.query(`delete from ${mark}.file where place = $1 and key = any ($2)`, [place, keys])
}

/** For whatever starts the product: half of an installation would look like a new one. */
export async function refuseHalfRestored(client: pg.Client): Promise<void> {
  if (!(await restoringIsMarked(client))) return
  throw new Error(
    'A restore into this installation broke off, so it is not whole. Restore again; it begins anew.',
  )
}
