import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { sealAuditLog } from '../../app/domain/audit/seal-audit-log.server.ts'
import { files } from '../../app/platform/files/files.server.ts'
import { enqueue } from '../../app/platform/jobs/jobs.server.ts'
import { workerCommand } from '../../app/platform/session/unattended.server.ts'
import { usd } from '../../app/values/money.ts'
import { connected, refuseHalfRestored, type Whereabouts } from '../../server/recovery/database.ts'
import {
  examineBackup,
  refuseOtherSecret,
  restoreBackup,
} from '../../server/recovery/restore-backup.ts'
import { takeBackup } from '../../server/recovery/take-backup.ts'
import { verifyInstallation } from '../../server/recovery/verify-installation.ts'
import { asSuperuser, change } from '../database.ts'
import { aStoredText } from '../documents.ts'
import { ask, countOf, type Elsewhere, schema, startElsewhere } from '../elsewhere.ts'
import { aPayment } from '../ledger.ts'
import { anAdmin, anInvestment, anInvestor, aProject } from '../people.ts'

// A restore makes a whole database, and there are several in a test.
vi.setConfig({ testTimeout: 60_000 })

const secret = inject('secret')

const here: Whereabouts = {
  databaseUrl: process.env.DATABASE_URL ?? '',
  appSecret: secret,
  dataDir: process.env.DATA_DIR ?? '',
  objectStore: null,
}

const admin = await anAdmin()

let elsewhere: Elsewhere

let investmentId: string

const archiveNamed = (name: string) => join(here.dataDir, `${name}-${randomUUID()}.zip`)

const pay = (amount: string) => aPayment(admin, investmentId, [amount, '2026-03-31'])

async function findings(where: Whereabouts) {
  return (await verifyInstallation(where)).flatMap(({ subject, findings }) =>
    findings.map((finding) => `${subject}: ${finding}`),
  )
}

async function restoredFrom(path: string): Promise<Whereabouts> {
  const place = await elsewhere.anEmptyPlace(secret)
  await restoreBackup(place, path, await examineBackup(path))
  return place
}

beforeAll(async () => {
  elsewhere = await startElsewhere()
  const { investorId } = await anInvestor('Anna Mwangi')
  investmentId = await anInvestment(investorId, await aProject(), usd('100,000.00'))
  await pay('10.00')
  for (let times = 0; times < 2; times += 1) await sealAuditLog(workerCommand)
})

afterAll(() => elsewhere.stop())

/** Takes a backup that is held up at one table, after it has begun, until `work` is done; `work` may change that table. */
async function heldUpBackup(
  table: string,
  path: string,
  work: (holder: pg.Client) => Promise<unknown>,
) {
  return asSuperuser(async (holder) => {
    await holder.query(
      `begin; set local app.actor = 'command'; lock table ${table} in access exclusive mode`,
    )
    const taking = takeBackup(here, path)
    const waiting = `select from pg_locks where relation = '${table}'::regclass and not granted`
    await vi.waitFor(
      async () => expect((await asSuperuser((other) => other.query(waiting))).rowCount).toBe(1),
      15_000,
    )
    await work(holder)
    await holder.query('commit')
    return taking
  })
}

test('a backup that is taken while payments come in and a file goes is one moment, and restored elsewhere it is whole', async () => {
  const document = await aStoredText('Sale agreement')
  const path = archiveNamed('under-load')
  // What an investment has received is copied before its ledger.
  const taken = await heldUpBackup('app.investor_holding', path, async () => {
    for (let times = 0; times < 5; times += 1) await pay('25.00')
    await change('delete from app.stored_file where id = $1', [document.id])
    await files.remove(document.key)
  })
  expect(taken).toMatchObject({ missing: [], spoiled: [] })

  const place = await restoredFrom(path)
  expect(await findings(place)).toEqual([])
  expect(await countOf(here, 'app.ledger_entry')).toBe(6)
  expect(await countOf(place, 'app.ledger_entry')).toBe(1)
  const received = 'select received_cents::int as cents from app.investment'
  expect(await ask(place, received)).toEqual([{ cents: 1_000 }])
  expect(await readFile(join(place.dataDir, 'files', document.key), 'utf8')).toBe('Sale agreement')
})

test('when a file goes before the backup could hold it, a later moment is taken', async () => {
  const document = await aStoredText('Withdrawn')
  const path = archiveNamed('later')
  const taken = await heldUpBackup('app.stored_file', path, async (holder) => {
    await holder.query('delete from app.stored_file where id = $1', [document.id])
    await files.remove(document.key)
  })
  expect(taken).toMatchObject({ missing: [], spoiled: [] })
})

test('a restored installation has the same schema, rows and next numbers; its sessions and open recovery links have ended', async () => {
  const { userId, email } = await anInvestor('Ben Otieno')
  await change(
    `insert into auth.session (token, "userId", "expiresAt") values ($1, $2, now() + interval '1 day')`,
    [randomUUID(), userId],
  )
  for (const purpose of ['recovery', 'invitation']) {
    await change(
      `insert into auth.link (user_id, purpose, token_hash, email, expires_at)
       values ($1, $2, $3, $4, now() + interval '1 day')`,
      [userId, purpose, randomUUID(), email],
    )
  }
  // Numbers are drawn and not used: the next one is beyond what any row has.
  await change("select nextval('app.event_id_seq') from generate_series(1, 10)")
  await workerCommand((worker) => enqueue(worker, 'restate-statements', { investorId: userId }))
  const path = archiveNamed('whole')
  await takeBackup(here, path)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const place = await restoredFrom(path)

  expect(await ask(place, schema)).toEqual(await ask(here, schema))
  const people = 'select id, email, "createdAt" from auth."user" order by id'
  expect(await ask(place, people)).toEqual(await ask(here, people))
  const log = 'select * from app.audit_log where act not in ($$backup$$, $$restore$$) order by id'
  expect(await ask(place, log)).toEqual(await ask(here, log))
  const next = 'select last_value, is_called from app.event_id_seq'
  expect(await ask(place, next)).toEqual(await ask(here, next))
  expect(await countOf(place, 'auth.session')).toBe(0)
  const open = 'select purpose from auth.link where ended_at is null'
  expect(await ask(place, open)).toEqual([{ purpose: 'invitation' }])
  const waiting = `select data from pgboss.job where name = 'restate-statements' and state = 'created'`
  expect(await ask(place, waiting)).toEqual([{ data: { investorId: userId } }])
  const acts = `select actor, act from app.audit_log where act in ('backup', 'restore') order by id desc limit 1`
  expect(await ask(place, acts)).toEqual([{ actor: 'command', act: 'restore' }])
  expect(await ask(here, acts)).toEqual([{ actor: 'command', act: 'backup' }])
})

test('a restore replaces nothing: neither rows nor files', async () => {
  const path = archiveNamed('refused')
  await takeBackup(here, path)
  await expect(takeBackup(here, path)).rejects.toThrow('already exists. Nothing was written')
  const manifest = await examineBackup(path)
  const before = await countOf(here, 'app.investor')
  await expect(restoreBackup(here, path, manifest)).rejects.toThrow(
    'There is already an installation in this database',
  )
  expect(await countOf(here, 'app.investor')).toBe(before)
  const place = await elsewhere.anEmptyPlace(secret)
  await expect(restoreBackup({ ...place, dataDir: here.dataDir }, path, manifest)).rejects.toThrow(
    'There are files in',
  )
  expect(
    await connected(place.databaseUrl, (client) =>
      client.query(`select from pg_namespace where nspname = 'app'`),
    ),
  ).toMatchObject({ rowCount: 0 })
})

test('an archive that was cut off, altered, or is another’s is refused before anything is written', async () => {
  await aStoredText('Only the bytes of this paper are altered below')
  const whole = archiveNamed('spoiled')
  await takeBackup(here, whole)
  const bytes = await readFile(whole)
  const [cut, altered, strange] = [
    archiveNamed('cut'),
    archiveNamed('altered'),
    archiveNamed('strange'),
  ]
  await writeFile(cut, bytes)
  await truncate(cut, bytes.length - 100)
  await expect(examineBackup(cut)).rejects.toThrow('is not a backup, or its end is missing')
  const at = bytes.indexOf('Only the bytes of this paper')
  expect(at).toBeGreaterThan(0)
  bytes.write('X', at)
  await writeFile(altered, bytes)
  await expect(examineBackup(altered)).rejects.toThrow(
    /is damaged: files\/[0-9a-f/]+\. Nothing was written/,
  )
  await writeFile(strange, 'Something else')
  await expect(examineBackup(strange)).rejects.toThrow('is not a backup')
  await expect(examineBackup(archiveNamed('nowhere'))).rejects.toThrow('There is no file')
})

test('another app-secret is refused, and a lost one costs the second factors', async () => {
  const { userId } = await anInvestor('Sagal Nur')
  await change(
    `insert into auth."twoFactor" ("userId", secret, "backupCodes", verified) values ($1, 'x', 'y', true)`,
    [userId],
  )
  await change(`update auth."user" set "twoFactorEnabled" = true where id = $1`, [userId])
  const path = archiveNamed('secret')
  await takeBackup(here, path)
  const manifest = await examineBackup(path)
  expect(() => refuseOtherSecret(manifest, null, 'same-secret')).toThrow(
    'There is no app-secret here',
  )
  const place = await elsewhere.anEmptyPlace(`${secret}-of-another`)
  await expect(restoreBackup(place, path, manifest)).rejects.toThrow('The app-secret here differs')
  await restoreBackup(place, path, manifest, 'new-secret')
  expect(await countOf(place, 'auth."twoFactor"')).toBe(0)
  expect(await countOf(place, 'auth."user" where "twoFactorEnabled"')).toBe(0)
  expect(await findings(place)).toEqual([])
})

test('a restore that broke off keeps the product from starting, and the next one begins again', async () => {
  const { key } = await aStoredText('Half of it')
  const path = archiveNamed('again')
  await takeBackup(here, path)
  const place = await elsewhere.anEmptyPlace(secret)
  const manifest = await examineBackup(path)
  const [table, ...tables] = manifest.tables
  if (!table) throw new Error('no tables')
  const oneMore = { ...manifest, tables: [{ ...table, rows: table.rows + 1 }, ...tables] }
  await expect(restoreBackup(place, path, oneMore)).rejects.toThrow('were backed up')
  expect(await readdir(join(place.dataDir, 'files'))).toContain(key.slice(0, 2))
  await expect(connected(place.databaseUrl, refuseHalfRestored)).rejects.toThrow(
    'A restore into this installation was interrupted',
  )
  await restoreBackup(place, path, manifest)
  await connected(place.databaseUrl, refuseHalfRestored)
  expect(await findings(place)).toEqual([])
})

test('a file that is missing or spoiled is reported, and everything else is backed up', async () => {
  const [gone, spoiled, folder] = [
    await aStoredText('Gone'),
    await aStoredText('Spoiled'),
    await aStoredText('A folder'),
  ]
  for (const { key } of [gone, folder]) await files.remove(key)
  await mkdir(join(here.dataDir, 'files', folder.key))
  await writeFile(join(here.dataDir, 'files', spoiled.key), 'spoiled')
  const path = archiveNamed('missing')
  const missing = [gone.key, folder.key].toSorted()
  expect(await takeBackup(here, path)).toMatchObject({ missing, spoiled: [spoiled.key] })
  const place = await restoredFrom(path)
  const found = await findings(place)
  expect(found).toHaveLength(3)
  expect(found).toContain(`Files: ${gone.key} (file "paper.txt") is missing`)
  expect(found).toContain(`Files: ${spoiled.key} (file "paper.txt") is not what was stored`)
})

test('seals that are missing are missed after a restore as well', async () => {
  const gone = 'f'.repeat(64)
  const { rows } = await change<{ hash: string }>(
    `insert into app.audit_mark (last_id, marked_in, sealed_hash) values (0, 0, $1)
     on conflict (only_one) do update set sealed_hash = $1 returning
       coalesce((select hash from app.audit_seal order by number desc limit 1), '') as hash`,
    [gone],
  )
  try {
    const path = archiveNamed('unsealed')
    await takeBackup(here, path)
    expect(await findings(await restoredFrom(path))).toContain(
      `Audit log: the last seal the worker made is not the last one any more: ${gone}`,
    )
  } finally {
    await change('update app.audit_mark set sealed_hash = $1', [rows[0]?.hash])
  }
})
