import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { verifyInstallation } from '../../server/recovery/verify-installation.ts'
import {
  document,
  fileOf,
  findings,
  installSoundly,
  keyOf,
  picture,
  run,
  sha256,
  tamper,
  verdictOn,
  where,
} from '../sound-installation.ts'

installSoundly()

test('a sound installation is whole, and what is not sealed yet is counted', async () => {
  expect(await findings()).toEqual({})
  const before = await verdictOn('Audit log')
  expect(before.looked).toMatch(
    /^\d+ rows under 2 seals, 0 not sealed yet; the last seal is [0-9a-f]{64}$/,
  )
  await run(
    `insert into app.former_slug values ('two-more', '00000000-0000-7000-8000-000000000002')`,
  )
  expect((await verdictOn('Audit log')).looked).toContain('1 not sealed yet')
  expect(await findings()).toEqual({})
})

test('one changed byte of a file, and a file that is gone, are found by what they are', async () => {
  await writeFile(fileOf(document), 'Sale agreemenT')
  await rm(fileOf(picture))
  expect(await findings()).toEqual({
    Files: expect.arrayContaining([
      `${keyOf(document)} (file "paper.pdf") is not what was stored`,
      `${keyOf(picture)} (picture, 480 wide as webp) is missing`,
    ]) as unknown,
  })
})

test('where no file at all is found, the place of the files is doubted', async () => {
  for (const bytes of [document, picture]) await rm(fileOf(bytes))
  const { looked, findings } = await verdictOn('Files')
  expect(looked).toMatch(
    /; none of them is in DATA_DIR\/files: does this installation keep them in a store \(S3_ENDPOINT\)\?$/,
  )
  expect(findings).toHaveLength(2)
})

test('a folder, a pipe or nothing at all in the place of a file is a file that is missing', async () => {
  const missing = [expect.stringMatching(/ \(file "paper\.pdf"\) is missing$/)]
  await rm(fileOf(document))
  await mkdir(fileOf(document))
  expect((await verdictOn('Files')).findings).toEqual(missing)
  await rm(fileOf(document), { recursive: true })
  // Anyone who opened it for reading would wait for a writer.
  await promisify(execFile)('mkfifo', [fileOf(document)])
  expect((await verdictOn('Files')).findings).toEqual(missing)
  await rm(dirname(fileOf(document)), { recursive: true })
  await writeFile(dirname(fileOf(document)), 'no folder')
  expect((await verdictOn('Files')).findings).toEqual(missing)
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
      `${keyOf(document)} (file "paper.pdf" of the document "Sale agreement") is missing`,
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

test('a counter that is wrong is found', async () => {
  await tamper(
    "update app.counter set received_cents = received_cents + 1 where id = (select max(id) from app.counter where subject = 'investment')",
  )
  expect(await findings()).toEqual({
    'Kept totals': ['1 violation: the counters agree with the rows (investment active)'],
  })
})

test('an entry, or what an investment has received, that was changed is found', async () => {
  await tamper('update app.investment set received_cents = received_cents + 1')
  const sentence =
    'the received amount is the sum of the ledger (investment 00000000-0000-7000-8000-000000000003)'
  expect((await verdictOn('Ledger')).findings).toEqual([`1 violation: ${sentence}`])
  await tamper(
    'update app.ledger_entry set amount_cents = amount_cents + 1 where amount_cents = 20000',
  )
  expect((await verdictOn('Ledger')).findings).toEqual([
    expect.stringContaining('every receipt has the amount of its payment (receipt R-2026-'),
    expect.stringContaining('every ledger entry agrees with the audit log (entry '),
  ])
})

test('an entry of another day or kind of payment than it was recorded with is found', async () => {
  await tamper(
    "update app.ledger_entry set dated_on = '2026-05-01', method = 'cash' where amount_cents = 20000",
  )
  expect((await verdictOn('Ledger')).findings).toEqual([
    expect.stringContaining(
      'every receipt has the date, method and currency of its payment (receipt R-2026-',
    ),
    expect.stringContaining('every ledger entry agrees with the audit log (entry '),
  ])
})

test('an entry that no one recorded is found, though every sum was made to fit it', async () => {
  const investment = '00000000-0000-7000-8000-000000000003'
  await tamper(`insert into app.ledger_entry (id, investment_id, kind, amount_cents, dated_on, reason)
      values ('00000000-0000-7000-8000-00000000000a', '${investment}', 'adjustment', 5000, '2026-05-01', 'Found');
    update app.investment set received_cents = received_cents + 5000`)
  expect((await verdictOn('Ledger')).findings).toEqual([
    '1 violation: every ledger entry agrees with the audit log (entry 00000000-0000-7000-8000-00000000000a)',
  ])
})

test('a receipt that says something else, or is missing, is found', async () => {
  await tamper(
    "update app.receipt set investor_name = 'Ben Otieno' where sequence = 1; delete from app.receipt where sequence = 2",
  )
  expect((await verdictOn('Ledger')).findings).toEqual([
    expect.stringContaining('every payment has its receipt'),
    expect.stringContaining('every receipt matches its hash (receipt R-2026-000001)'),
    expect.stringContaining('receipt numbers have no gap (the year 2026)'),
  ])
})

test('an investment that became another investor’s is found, whatever else still fits', async () => {
  const [anna, ben] = [
    '00000000-0000-7000-8000-000000000001',
    '00000000-0000-7000-8000-00000000000b',
  ]
  const bens = '00000000-0000-7000-8000-00000000000c'
  await run(`insert into app.investor (id, email, full_name, joined_on) values ('${ben}', 'ben@example.com', 'Ben Otieno', '2026-01-01');
    insert into app.investment (id, investor_id, project_id, amount_cents, invested_on)
      values ('${bens}', '${ben}', '00000000-0000-7000-8000-000000000002', 700, '2026-02-01');
    update app.investment set amount_cents = 800 where id = '${bens}'`)
  expect(await findings()).toEqual({})
  await tamper(
    `update app.investment set investor_id = case investor_id when '${anna}' then '${ben}'::uuid else '${anna}'::uuid end`,
  )
  const investments = `(investment 00000000-0000-7000-8000-000000000003, investment ${bens})`
  expect(await findings()).toEqual({
    Ledger: [
      `2 violations: investor, project, date and amount of every investment agree with the audit log ${investments}`,
      '2 violations: every receipt names the investor of its investment (receipt R-2026-000001, receipt R-2026-000002)',
    ],
  })
})

test('a document that was given to someone else is found', async () => {
  const anna = '00000000-0000-7000-8000-000000000001'
  await run(`insert into app.document (id, title, document_type, investor_id, file_id)
    select '00000000-0000-7000-8000-00000000000e', 'Sale agreement', 'legal', '${anna}', id from app.stored_file`)
  expect(await findings()).toEqual({})
  await tamper('update app.document set investor_id = null')
  expect(await findings()).toEqual({
    'Audit log': [
      '1 violation: investor, project and file of every document agree with the audit log (document 00000000-0000-7000-8000-00000000000e)',
    ],
  })
})

test('a table of the jobs that went is found', async () => {
  await run('drop table pgboss.schedule')
  expect(await findings()).toEqual({
    Schema: expect.arrayContaining(['table pgboss.schedule: it is missing']) as unknown,
  })
})

test('an investment whose day was moved is found', async () => {
  await tamper('update app.investment set invested_on = invested_on + 1')
  expect(await findings()).toEqual({
    Ledger: [
      '1 violation: investor, project, date and amount of every investment agree with the audit log (investment 00000000-0000-7000-8000-000000000003)',
    ],
  })
})

test.each(['admin', 'import'])(
  'an entry of an %s that someone else recorded than the audit log says, or at another time, is found',
  async (actor) => {
    const admin = '00000000-0000-7000-8000-00000000000d'
    await run(`insert into auth."user" (id, name, email, "emailVerified", role)
      values ('${admin}', 'Ada', 'ada@example.com', true, 'admin');
    set local app.actor = '${actor}'; set local app.user_id = '${admin}';
    insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on, reason, recorded_by)
      values ('00000000-0000-7000-8000-000000000003', 'adjustment', 1, '2026-05-01', 'A cent', '${admin}')`)
    expect(await findings()).toEqual({})
    for (const change of [
      'recorded_by = null',
      `recorded_by = '${admin}', recorded_at = recorded_at + interval '1 day'`,
    ]) {
      await tamper(`update app.ledger_entry set ${change} where amount_cents = 1`)
      expect((await verdictOn('Ledger')).findings).toEqual([
        expect.stringContaining('every ledger entry agrees with the audit log'),
      ])
    }
  },
)

test('what cannot be looked at is a finding, and everything else is looked at', async () => {
  await run(
    'alter function app.counted() rename to counted_elsewhere; revoke select on app.audit_seal from msingi_owner',
  )
  expect(await findings()).toEqual({
    'Kept totals': ['not checked: function app.counted() does not exist'],
    'Audit log': ['not checked: permission denied for table audit_seal'],
    Schema: expect.arrayContaining(['function app.counted(): it is missing']) as unknown,
  })
})

test('in a database without the product there is nothing to verify', async () => {
  await run('drop schema migrations cascade')
  await expect(verifyInstallation(where)).rejects.toThrow(
    'migrations.applied, which records the version of the tables, is missing',
  )
  await run('drop schema app cascade')
  await expect(verifyInstallation(where)).rejects.toThrow(
    'There is no installation in this database.',
  )
})

test('a database of another version is not judged', async () => {
  await tamper("delete from migrations.applied where name like '0036%'")
  await expect(verifyInstallation(where)).rejects.toThrow(
    'The database has not been upgraded to this version yet.',
  )
})

test('BANK-137 an investment without a payment reference is found', async () => {
  await tamper('delete from app.payment_reference')
  expect(await findings()).toEqual({
    Ledger: [
      expect.stringContaining('every investment has a payment reference (investment 00000000-'),
    ],
  })
})
