import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, inject, vi } from 'vitest'
import type { Whereabouts } from '../server/recovery/database.ts'
import { verifyInstallation } from '../server/recovery/verify-installation.ts'
import { asSuperuser } from './database.ts'

export const document = Buffer.from('Sale agreement')
export const picture = Buffer.from('Two towers')
export const keyOf = (bytes: Buffer) => {
  const name = createHash('sha1').update(bytes).digest('hex')
  return `${name.slice(0, 2)}/${name}`
}
export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

export let database: string
export let where: Whereabouts

/**
 * Before each test of a file a new, sound database, with an investment of which two payments were received, a document,
 * a picture and a sealed log.
 */
export function installSoundly(): void {
  beforeEach(async () => {
    database = `verify_${randomBytes(6).toString('hex')}`
    await asSuperuser(
      (client) => client.query(`create database ${database} template msingi`),
      'postgres',
    )
    const url = new URL(process.env.DATABASE_URL ?? '')
    url.pathname = `/${database}`
    const dataDir = await mkdtemp(join(tmpdir(), 'msingi-verify-'))
    where = { databaseUrl: url.href, appSecret: inject('secret'), dataDir, objectStore: null }
    for (const bytes of [document, picture]) {
      await mkdir(dirname(fileOf(bytes)), { recursive: true })
      await writeFile(fileOf(bytes), bytes)
    }
    await run(`
      insert into app.investor (id, email, full_name, joined_on)
        values ('00000000-0000-7000-8000-000000000001', 'anna@example.com', 'Anna Mwangi', '2026-01-01');
      insert into app.project (id, slug, name, location, total_value_cents)
        values ('00000000-0000-7000-8000-000000000002', 'twin-towers', 'Twin Towers', 'Nairobi', 100000000);
      insert into app.investment (id, investor_id, project_id, amount_cents, invested_on)
        values ('00000000-0000-7000-8000-000000000003', '00000000-0000-7000-8000-000000000001',
          '00000000-0000-7000-8000-000000000002', 100000, '2026-02-01');
      with entry as (insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on)
        values ('00000000-0000-7000-8000-000000000003', 'payment', 30000, '2026-03-01'),
          ('00000000-0000-7000-8000-000000000003', 'payment', 20000, '2026-04-01') returning id, amount_cents, dated_on)
      insert into app.receipt (entry_id, investor_id, year, sequence, amount_cents, agreed_cents, received_cents, received_on,
          investor_name, project_name)
        select id, '00000000-0000-7000-8000-000000000001', 2026, row_number() over (), amount_cents, 100000, 0, dated_on,
          'Anna Mwangi', 'Twin Towers' from entry;
      insert into app.receipt_counter values (2026, 2);
      insert into app.stored_file (storage_key, original_name, media_type, byte_size, sha256)
        values ('${keyOf(document)}', 'paper.pdf', 'application/pdf', ${document.length}, '${sha256(document)}');
      insert into app.picture (id, width, height, placeholder) values ('00000000-0000-7000-8000-000000000004', 1, 1, '');
      insert into app.picture_file values ('00000000-0000-7000-8000-000000000004', 480, 'webp', '${keyOf(picture)}',
        ${picture.length}, '${sha256(picture)}');`)
    await seal()
    await run(
      `insert into app.former_slug values ('one-more', '00000000-0000-7000-8000-000000000002')`,
    )
    await seal()
  })
  afterEach(async () => {
    await asSuperuser(
      (client) => client.query(`drop database ${database} with (force)`),
      'postgres',
    )
    await rm(where.dataDir, { recursive: true, force: true })
  })
}

export const fileOf = (bytes: Buffer) => join(where.dataDir, 'files', keyOf(bytes))
export const run = (statements: string) =>
  asSuperuser(
    (client) => client.query(`begin; set local app.actor = 'command'; ${statements}; commit`),
    database,
  )
/** As someone who has the database to themselves: nothing that the product put up stands in the way. */
export const tamper = (statements: string) =>
  run(`set local session_replication_role = replica; ${statements}`)

/** As often as it takes the worker: another file's transactions on this server are waited for. */
export async function seal() {
  const unsealed =
    'select from app.audit_log where id > coalesce((select max(last_id) from app.audit_seal), 0)'
  await vi.waitFor(async () => {
    await asSuperuser((client) => client.query('select app.seal_audit_log()'), database)
    expect((await asSuperuser((client) => client.query(unsealed), database)).rowCount).toBe(0)
  }, 15_000)
}

export async function verdictOn(subject: string, notedSeal?: string) {
  const verdict = (await verifyInstallation(where, notedSeal)).find(
    (finding) => finding.subject === subject,
  )
  if (!verdict) throw new Error(`nothing was verified of ${subject}`)
  return verdict
}

export async function findings() {
  const broken = (await verifyInstallation(where)).filter((verdict) => verdict.findings.length > 0)
  return Object.fromEntries(broken.map((verdict) => [verdict.subject, verdict.findings]))
}
