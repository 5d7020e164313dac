import type pg from 'pg'
import { ownMigrations } from '../../db/migrate.ts'
import { hasErrorCode } from '../durable-files.ts'
import { say } from '../progress.ts'
import { checkAuditChain } from './audit-chain.ts'
import {
  attempt,
  connected,
  type FilePlace,
  inSnapshot,
  isInstalled,
  type Whereabouts,
} from './database.ts'
import { isKey, placeOf, UnreadableFile } from './file-places.ts'
import {
  bankChecks,
  findInconsistencies,
  ledgerChecks,
  logChecks,
  referenceChecks,
  totalsChecks,
} from './inconsistencies.ts'
import { planChecks, unitChecks } from './investment-inconsistencies.ts'
import { schemaChecks } from './schema-checks.ts'
import { findSchemaDrift } from './schema-drift.ts'
import {
  describeFiles,
  isAsNamed,
  type Measure,
  measure,
  type NamedFile,
  namedFiles,
} from './stored-files.ts'

/** How much was checked, and the findings. */
export type Verdict = { subject: string; looked: string; findings: string[] }

/**
 * Verifies ledger and derived data, counters, references, file checksums, the audit log's chain,
 * and that no protection is disabled. Reads one snapshot, changes nothing, may run next to the
 * product. `notedSeal` is a seal's hash stored elsewhere.
 */
export async function verifyInstallation(
  where: Whereabouts,
  notedSeal: string | null = null,
): Promise<Verdict[]> {
  await connected(where.databaseUrl, refuseUninstalled)
  return inSnapshot(where.databaseUrl, async (client) => {
    await refuseOtherVersion(client)
    const verdicts: Verdict[] = []
    const verify = async (subject: string, look: () => Promise<Omit<Verdict, 'subject'>>) =>
      verdicts.push({ subject, ...(await attempt(client, look, notLooked)) })
    await verify('Ledger', async () => ({
      looked: counted(await countOf(client, 'app.ledger_entry'), 'entry', 'entries'),
      findings: await findInconsistencies(client, ledgerChecks),
    }))
    await verify('Bank transactions', async () => ({
      looked: counted(await countOf(client, 'app.bank_transaction'), 'transaction'),
      findings: await findInconsistencies(client, bankChecks),
    }))
    await verify('Payment plans', async () => ({
      looked: counted(await countOf(client, 'app.payment_plan'), 'plan'),
      findings: await findInconsistencies(client, planChecks),
    }))
    await verify('Units and shares', async () => ({
      looked: counted(await countOf(client, 'app.project_unit'), 'unit'),
      findings: await findInconsistencies(client, unitChecks),
    }))
    await verify('Kept totals', async () => ({
      looked: counted(await countOf(client, 'app.counted()'), 'total'),
      findings: await findInconsistencies(client, totalsChecks),
    }))
    await verify('References', () => verifyReferences(client))
    await verify('Files', () => verifyFiles(client, where))
    await verify('Audit log', () => verifyAuditLog(client, notedSeal))
    await verify('Schema', () => verifySchema(client))
    return verdicts
  })
}

async function refuseUninstalled(client: pg.Client) {
  if (await isInstalled(client)) return
  const { rows } = await client.query("select from pg_namespace where nspname = 'app'")
  if (rows.length === 0) throw new Error('There is no installation in this database.')
  throw new Error(
    'The database is incomplete: migrations.applied, which records the version of the tables, is missing.',
  )
}

/** A check that cannot run is a finding; the others go on. */
const notLooked = (message: string) => ({
  looked: 'not all of it',
  findings: [`not checked: ${message}`],
})

async function refuseOtherVersion(client: pg.Client) {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from migrations.applied',
  )
  const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  if ((await ownMigrations()).every(({ name, sha256 }) => applied.get(name) === sha256)) return
  throw new Error(
    'The database has not been upgraded to this version yet. Start the product once to upgrade it, then verify.',
  )
}

/** With thousands separators and a noun. */
function counted(number: number, singular?: string, more = `${singular}s`): string {
  const text = String(number).replace(/\B(?=(\d{3})+$)/g, ',')
  return singular ? `${text} ${number === 1 ? singular : more}` : text
}

async function countOf(client: pg.Client, relation: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::float8 as count from ${relation}`,
  )
  return rows[0]?.count ?? 0
}

async function verifyReferences(client: pg.Client) {
  const checks = await referenceChecks(client)
  return {
    looked: counted(Object.keys(checks).length, 'foreign key'),
    findings: await findInconsistencies(client, checks),
  }
}

async function verifyFiles(client: pg.Client, where: Whereabouts) {
  const place = placeOf(where)
  const files = await namedFiles(client)
  const wrong: { file: NamedFile; problem: string }[] = []
  let bytes = 0
  for (const file of files) {
    const found = await measureFile(place, file.key)
    if (typeof found === 'string') wrong.push({ file, problem: found })
    else if (!isAsNamed(file, found)) wrong.push({ file, problem: 'is not what was stored' })
    bytes += typeof found === 'string' ? 0 : found.bytes
  }
  const unhashed = files.filter(({ sha256 }) => sha256 === null).length
  const bySize = unhashed > 0 ? `, ${counted(unhashed)} by their size only` : ''
  const missing = wrong.filter(({ problem }) => problem === 'is missing').length
  const hint = missing > 0 && missing === files.length ? `; ${whereElse(where)}` : ''
  const size = `${counted(Math.ceil(bytes / 1_000_000))} MB`
  return {
    looked: `${counted(files.length, 'file')}, ${size}${bySize}${hint}`,
    findings: await stillWrong(client, where, wrong),
  }
}

/** What is wrong with an unreadable file. */
async function measureFile(place: FilePlace, key: string): Promise<Measure | string> {
  try {
    const source = isKey(key) ? await place.open(key) : null
    return source ? await measure(source) : 'is missing'
  } catch (fault) {
    if (fault instanceof UnreadableFile || hasErrorCode(fault, 'EIO'))
      return `cannot be read (${(fault as Error).message})`
    throw fault
  }
}

/** Files deleted or recreated since the snapshot are not findings. */
async function stillWrong(
  client: pg.Client,
  { databaseUrl }: Whereabouts,
  wrong: { file: NamedFile; problem: string }[],
): Promise<string[]> {
  if (wrong.length === 0) return []
  const now = new Map((await inSnapshot(databaseUrl, namedFiles)).map((file) => [file.key, file]))
  const isNamed = ({ key, byteSize, sha256 }: NamedFile) =>
    now.get(key)?.byteSize === byteSize && now.get(key)?.sha256 === sha256
  const still = wrong.filter(({ file }) => isNamed(file))
  const described = await describeFiles(
    client,
    still.map(({ file }) => file.key),
  )
  return still.map(({ file, problem }) => `${described.get(file.key)} ${problem}`)
}

/** When no file at all was found, the place is probably wrong. */
const whereElse = ({ objectStore }: Whereabouts) =>
  objectStore
    ? `none of them is in the bucket ${objectStore.bucket}: are they in DATA_DIR/files, or in another?`
    : 'none of them is in DATA_DIR/files: does this installation keep them in a store (S3_ENDPOINT)?'

async function verifyAuditLog(client: pg.Client, notedSeal: string | null) {
  const { findings, seals, sealed, unsealed, head } = await checkAuditChain(client, notedSeal)
  const last = head ? `; the last seal is ${head}` : ''
  const denied = await findInconsistencies(client, logChecks)
  return {
    looked: `${counted(sealed, 'row')} under ${counted(seals, 'seal')}, ${counted(unsealed)} not sealed yet${last}`,
    findings: [...findings, ...denied],
  }
}

async function verifySchema(client: pg.Client) {
  const { drift, notCompared } = await findSchemaDrift(client)
  const byName =
    notCompared > 0
      ? `; ${counted(notCompared)} by their names only, on this version of PostgreSQL`
      : ''
  return {
    looked: `tables, functions, triggers, constraints, policies, rights, roles${byName}`,
    findings: [...(await findInconsistencies(client, schemaChecks)), ...drift],
  }
}

/** Prints each subject with its findings; returns whether everything is sound. */
export function printVerdicts(verdicts: Verdict[]): boolean {
  say()
  for (const { subject, looked, findings } of verdicts) {
    const verdict = findings.length === 0 ? 'ok' : 'PROBLEMS'
    say(`${subject.padEnd(12)} ${verdict.padEnd(10)} ${looked}`)
    for (const finding of findings) say(`  ${finding}`)
  }
  const broken = verdicts.filter(({ findings }) => findings.length > 0)
  const subjects = broken.map(({ subject }) => subject).join(', ')
  say()
  say(broken.length === 0 ? 'No problems found.' : `Problems found: ${subjects}.`)
  return broken.length === 0
}
