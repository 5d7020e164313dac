import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { showStep } from '../../server/progress.ts'
import {
  bankChecks,
  findInconsistencies,
  ledgerChecks,
  referenceChecks,
  totalsChecks,
} from '../../server/recovery/inconsistencies.ts'
import { withDatabaseOf } from '../running-database.ts'
import { takeIndexesAway } from './indexes.ts'
import { smallFile, storeUnder } from './small-file.ts'

/** How many there are to be of each. */
export type Sizes = Record<
  | 'investors'
  | 'projects'
  | 'investments'
  | 'payments'
  | 'transactions'
  | 'recipients'
  | 'distributions'
  | 'documents'
  | 'inquiries',
  number
>

const parts = {
  people: 'Investors',
  money: 'Payments',
  plans: 'Investments with their plans',
  bank: 'Bank transactions',
  papers: 'Papers',
  messages: 'Messages',
  log: 'Audit log',
}
const textOf = (name: string) => readFile(new URL(`${name}.sql`, import.meta.url), 'utf8')

/** Fills the database of a stopped installation, and answers what contradicts itself in it afterwards. */
export function fill(dataDir: string, sizes: Sizes): Promise<string[]> {
  return withDatabaseOf(dataDir, (url) => fillDatabase(dataDir, url, sizes))
}

async function fillDatabase(dataDir: string, url: string, sizes: Sizes): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await spareTheDisk(client, true)
    await client.query(await textOf('begin'))
    const settings = { ...sizes, file_bytes: smallFile.byteSize, file_sha256: smallFile.sha256 }
    for (const [name, value] of Object.entries(settings)) {
      await client.query('select set_config($1, $2, false)', [`large.${name}`, String(value)])
    }
    await addRows(client)
    await showStep('  Files', async () => storeUnder(dataDir, await keysOf(client)))
    await spareTheDisk(client, false)
    return await showStep('  Checks', () => checkAll(client))
  } finally {
    await client.end()
  }
}

/** In a transaction, because each check sets a savepoint. */
async function checkAll(client: pg.Client): Promise<string[]> {
  await client.query('begin read only')
  const checks = {
    ...ledgerChecks,
    ...bankChecks,
    ...totalsChecks,
    ...(await referenceChecks(client)),
  }
  const contradictions = await findInconsistencies(client, checks)
  await client.query('commit')
  return contradictions
}

async function addRows(client: pg.Client) {
  const indexes = await takeIndexesAway(client)
  for (const [name, title] of Object.entries(parts)) {
    await showStep(`  ${title}`, async () => client.query(await textOf(name)))
  }
  await showStep('  Indexes', async () => {
    for (const made of indexes) await client.query(made)
  })
  await showStep('  Counters', () => client.query('select app.recount(), app.recount_cash()'))
  await showStep('  Statistics', () => client.query('vacuum (analyze)'))
}

async function keysOf(client: pg.Client): Promise<string[]> {
  const query = 'select storage_key from app.stored_file where pg_temp.made(id)'
  return (await client.query<{ storage_key: string }>(query)).rows.map((row) => row.storage_key)
}

/** Fewer checkpoints during bulk writes. */
async function spareTheDisk(client: pg.Client, on: boolean) {
  await client.query(
    on ? "alter system set max_wal_size = '8GB'" : 'alter system reset max_wal_size',
  )
  await client.query('select pg_reload_conf()')
}
