import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'

const database = 'parse'

/** The classes of Parse Server, and the rows of ours that fill them. */
const classes = [
  {
    columns: '"Investor" ("objectId", "createdAt", "updatedAt", "fullName")',
    rows: 'select id, created_at, created_at, full_name from app.investor',
  },
  {
    columns: '"Project" ("objectId", "createdAt", "updatedAt", "name")',
    rows: 'select id, created_at, created_at, name from app.project',
  },
  {
    columns: `"Investment" ("objectId", "createdAt", "updatedAt", "investor", "project", "amount", "received", "status",
      "investedOn", "nextPaymentOn", "archivedAt")`,
    rows: `select id, created_at, created_at, investor_id, project_id, amount_cents, received_cents, status, invested_on,
      next_payment_on, archived_at from app.investment`,
  },
]

/** The address of the database of Parse Server, on the same server of PostgreSQL as ours; it is made the first time. */
export async function parseDatabase(url: string): Promise<string> {
  await connected(url, async (ours) => {
    const { rowCount } = await ours.query('select from pg_database where datname = $1', [database])
    if (!rowCount) await ours.query(`create database ${database}`)
  })
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

/** Copies our investments into the classes that Parse Server has made, unless they hold as many as ours already. */
export async function fillClasses(url: string, parseUrl: string): Promise<void> {
  await connected(url, (ours) =>
    connected(parseUrl, async (theirs) => {
      const held = await countOf(theirs, '"Investment"')
      if (held === (await countOf(ours, 'app.investment'))) return
      console.log('Filling the classes of Parse Server, once')
      await theirs.query('begin; truncate "Investor", "Project", "Investment"')
      for (const { columns, rows } of classes)
        await pipeline(
          ours.query(to(`copy (${rows}) to stdout`)),
          theirs.query(from(`copy ${columns} from stdin`)),
        )
      await theirs.query('commit')
      await theirs.query('vacuum analyze "Investor", "Project", "Investment"')
    }),
  )
}

async function countOf(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${table}`)
  return rows[0]?.count ?? ''
}

async function connected(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await work(client).finally(() => client.end())
}
