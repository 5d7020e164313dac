import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import type { Whereabouts } from '../../server/recovery/snapshot.ts'
import { verifyInstallation } from '../../server/recovery/verify-installation.ts'
import { asSuperuser } from '../database.ts'

const paper = Buffer.from('Sale agreement')
const picture = Buffer.from('Two towers')
const keyOf = (bytes: Buffer) => {
  const name = createHash('sha1').update(bytes).digest('hex')
  return `${name.slice(0, 2)}/${name}`
}
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

let database: string
let where: Whereabouts

/** A database of its own, sound, with an investment of which two payments were received, a paper, a picture and a sealed log. */
beforeEach(async () => {
  database = `verify_${randomBytes(6).toString('hex')}`
  await asSuperuser((client) => client.query(`create database ${database} template msingi`), 'postgres')
  const url = new URL(process.env.DATABASE_URL ?? '')
  url.pathname = `/${database}`
  const dataDir = await mkdtemp(join(tmpdir(), 'msingi-verify-'))
  where = { databaseUrl: url.href, appSecret: inject('secret'), dataDir, objectStore: null }
  for (const bytes of [paper, picture]) {
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
      values ('${keyOf(paper)}', 'paper.pdf', 'application/pdf', ${paper.length}, '${sha256(paper)}');
    insert into app.picture (id, width, height, placeholder) values ('00000000-0000-7000-8000-000000000004', 1, 1, '');
    insert into app.picture_file values ('00000000-0000-7000-8000-000000000004', 480, 'webp', '${keyOf(picture)}',
      ${picture.length}, '${sha256(picture)}');`)
  await seal()
  await run(`insert into app.former_slug values ('one-more', '00000000-0000-7000-8000-000000000002')`)
  await seal()
})
afterEach(async () => {
  await asSuperuser((client) => client.query(`drop database ${database} with (force)`), 'postgres')
  await rm(where.dataDir, { recursive: true, force: true })
})

const fileOf = (bytes: Buffer) => join(where.dataDir, 'files', keyOf(bytes))
const run = (statements: string) =>
  asSuperuser((client) => client.query(`begin; set local app.actor = 'command'; ${statements}; commit`), database)
/** As somebody who has the database to themselves: nothing that the product put up stands in the way. */
const tamper = (statements: string) => run(`set local session_replication_role = replica; ${statements}`)

/** As often as it takes the worker: another file's transactions on this server are waited for. */
async function seal() {
  const unsealed = 'select from app.audit_log where id > coalesce((select max(last_id) from app.audit_seal), 0)'
  await vi.waitFor(async () => {
    await asSuperuser((client) => client.query('select app.seal_audit_log()'), database)
    expect((await asSuperuser((client) => client.query(unsealed), database)).rowCount).toBe(0)
  }, 15_000)
}

async function verdictOn(subject: string, notedSeal?: string) {
  const verdict = (await verifyInstallation(where, notedSeal)).find((one) => one.subject === subject)
  if (!verdict) throw new Error(`nothing was verified of ${subject}`)
  return verdict
}

async function findings() {
  const broken = (await verifyInstallation(where)).filter((verdict) => verdict.findings.length > 0)
  return Object.fromEntries(broken.map((verdict) => [verdict.subject, verdict.findings]))
}

test('a sound installation is whole, and what is not sealed yet is counted', async () => {
  expect(await findings()).toEqual({})
  const before = await verdictOn('Audit log')
  expect(before.looked).toMatch(/^\d+ rows under 2 seals, 0 not sealed yet; the last seal is [0-9a-f]{64}$/)
  await run(`insert into app.former_slug values ('two-more', '00000000-0000-7000-8000-000000000002')`)
  expect((await verdictOn('Audit log')).looked).toContain('1 not sealed yet')
  expect(await findings()).toEqual({})
})

test('an altered row under a seal is found', async () => {
  await tamper(
    "update app.audit_log set actor = 'worker' where id = (select first_id + 2 from app.audit_seal where number = 1)",
  )
  expect(await findings()).toEqual({
    'Audit log': [expect.stringMatching(/^seal 1 \(rows 1 to \d+\): a row, or the seal, was altered$/)],
  })
})

test('a row that was taken out from under a seal is found', async () => {
  await tamper('delete from app.audit_log where id = (select first_id + 1 from app.audit_seal where number = 1)')
  expect((await verdictOn('Audit log')).findings).toEqual([
    expect.stringMatching(/^seal 1 .* taken out since it was sealed: 1 of \d+ rows$/),
  ])
})

test('a row that was taken out at the end of a batch, or of the last one, is found', async () => {
  await tamper(`delete from app.audit_log where id in (
    select max(id) from app.audit_log a join app.audit_seal s on a.id between s.first_id and s.last_id group by s.number)`)
  expect((await verdictOn('Audit log')).findings).toEqual([
    expect.stringMatching(/^seal 1 .* taken out since it was sealed: 1 of \d+ rows$/),
    expect.stringMatching(/^seal 2 .* taken out since it was sealed: 1 of \d+ rows$/),
  ])
})

test('a row that was put in below a seal is found', async () => {
  await tamper(`delete from app.audit_log where id = 2;
    insert into app.audit_log (id, actor, act, subject) overriding system value values (2, 'command', 'insert', 'project')`)
  expect((await verdictOn('Audit log')).findings).toHaveLength(1)
})

test('a seal that was made again over altered rows does not fit the one after it', async () => {
  await tamper(`update app.audit_log set actor = 'worker' where id = 2;
    update app.audit_seal s set hash = (select b.hash from app.audit_batch(s.number, s.first_id, s.last_id, s.previous_hash) b)
      where number = 1`)
  expect((await verdictOn('Audit log')).findings).toEqual([
    expect.stringMatching(/^seal 2 .* it does not follow on the seal before it$/),
  ])
})

const chain = async () =>
  (await asSuperuser((client) => client.query('select number, hash from app.audit_seal order by number'), database))
    .rows as { number: number; hash: string }[]

test('the last seals that were taken away are missed, and none is made in their place', async () => {
  await tamper(`delete from app.audit_seal where number = 2;
    update app.audit_log set actor = 'worker' where id = (select max(id) from app.audit_log)`)
  const missed = expect.stringMatching(/^rows \d+ to \d+ were sealed once and are not any more: seals were taken away$/)
  expect(await findings()).toEqual({ 'Audit log': [missed] })
  const once = asSuperuser((client) => client.query('select app.seal_audit_log()'), database)
  await expect(once).rejects.toThrow('seals of the audit log were taken away: rows')
  expect(await chain()).toHaveLength(1)
})

test('a seal that was noted elsewhere is one of the chain, or the log was made anew', async () => {
  const noted = (await chain()).map(({ hash }) => hash)
  for (const hash of noted) expect((await verdictOn('Audit log', hash)).findings).toEqual([])
  // Whoever owns the server makes the whole chain again, mark and all: only what was noted tells.
  await tamper(
    `delete from app.audit_seal; delete from app.audit_mark; update app.audit_log set actor = 'worker' where id = 2`,
  )
  await seal()
  expect(await findings()).toEqual({})
  const [first = ''] = noted
  expect((await verdictOn('Audit log', first)).findings).toEqual([
    `no seal is ${first}: seals were taken away, or made again over altered rows`,
  ])
})

test('one changed byte of a file, and a file that is gone, are found by what they are', async () => {
  await writeFile(fileOf(paper), 'Sale agreemenT')
  await rm(fileOf(picture))
  expect(await findings()).toEqual({
    Files: expect.arrayContaining([
      `${keyOf(paper)} (file "paper.pdf") is not what was stored`,
      `${keyOf(picture)} (picture, 480 wide as webp) is missing`,
    ]) as unknown,
  })
})

test('a lost file is told by its document, a picture by its project', async () => {
  const project = '00000000-0000-7000-8000-000000000002'
  const earlier = Buffer.from('Draft of a sale agreement')
  await run(`
    insert into app.project_picture values ('${project}', '00000000-0000-7000-8000-000000000004', 1, 'Two towers');
    insert into app.document (title, document_type, project_id, file_id)
      select 'Sale agreement', 'legal', '${project}', id from app.stored_file;
    insert into app.stored_file (storage_key, original_name, media_type, byte_size, sha256)
      values ('${keyOf(earlier)}', 'draft.pdf', 'application/pdf', ${earlier.length}, '${sha256(earlier)}');
    insert into app.earlier_file (document_id, number, file_id, uploaded_at)
      select d.id, 1, f.id, now() from app.document d, app.stored_file f where f.original_name = 'draft.pdf';
    insert into app.file_preview (file_id, storage_key, byte_size, sha256, width, height)
      select file_id, '${keyOf(Buffer.from('preview'))}', 7, '${sha256(Buffer.from('preview'))}', 1, 1 from app.document`)
  await rm(join(where.dataDir, 'files'), { recursive: true })
  expect(new Set((await verdictOn('Files')).findings)).toEqual(
    new Set([
      `${keyOf(paper)} (file "paper.pdf" of the document "Sale agreement") is missing`,
      `${keyOf(earlier)} (earlier file "draft.pdf" of the document "Sale agreement") is missing`,
      `${keyOf(Buffer.from('preview'))} (preview of "paper.pdf") is missing`,
      `${keyOf(picture)} (picture, 480 wide as webp, of the project "Twin Towers") is missing`,
    ]),
  )
})

test('a copy of a picture of before there were checksums is held against its size', async () => {
  await tamper('update app.picture_file set sha256 = null')
  await writeFile(fileOf(picture), 'Two towerS')
  expect((await verdictOn('Files')).findings).toEqual([])
  expect((await verdictOn('Files')).looked).toContain('1 by their size only')
  await writeFile(fileOf(picture), 'Two')
  expect((await verdictOn('Files')).findings).toEqual([
    `${keyOf(picture)} (picture, 480 wide as webp) is not what was stored`,
  ])
})

test('a kept total that is wrong is found', async () => {
  await tamper(
    "update app.tally set received_cents = received_cents + 1 where id = (select max(id) from app.tally where subject = 'investment')",
  )
  expect(await findings()).toEqual({
    'Kept totals': ['once not so: what is kept of the lists is what there is (investment active 2026-02)'],
  })
})

test('an entry, or what an investment has received, that was changed is found', async () => {
  await tamper('update app.investment set received_cents = received_cents + 1')
  const sentence = 'received is the sum of the ledger (investment 00000000-0000-7000-8000-000000000003)'
  expect((await verdictOn('Ledger')).findings).toEqual([`once not so: ${sentence}`])
  await tamper('update app.ledger_entry set amount_cents = amount_cents + 1 where amount_cents = 20000')
  expect((await verdictOn('Ledger')).findings).toEqual([
    expect.stringContaining('every receipt is of a payment, and of its amount (receipt R-2026-'),
  ])
})

test('a receipt that says something else, or is missing, is found', async () => {
  await tamper(
    "update app.receipt set investor_name = 'Ben Otieno' where sequence = 1; delete from app.receipt where sequence = 2",
  )
  expect((await verdictOn('Ledger')).findings).toEqual([
    expect.stringContaining('every payment has its receipt'),
    expect.stringContaining('every receipt is what its hash says (receipt R-2026-000001)'),
    expect.stringContaining('receipts are numbered without a gap (the year 2026)'),
  ])
})

test('what leads nowhere, and a wall that was taken down, are found', async () => {
  await tamper('delete from app.project; alter table app.ledger_entry disable trigger never_changes')
  await run('alter table app.investor no force row level security')
  expect(await findings()).toMatchObject({
    References: expect.arrayContaining([
      expect.stringContaining('leads from app.investment to app.project'),
    ]) as unknown,
    Walls: [expect.stringContaining('never_changes on app.ledger_entry'), expect.stringContaining('app.investor')],
  })
})

test('a database of another version is not judged', async () => {
  await tamper("delete from migrations.applied where name like '0036%'")
  await expect(verifyInstallation(where)).rejects.toThrow('The database is not of this version yet.')
})
