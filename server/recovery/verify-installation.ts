import type pg from 'pg'
import { ownMigrations } from '../../db/migrate.ts'
import { findBreaches } from '../../db/walls.ts'
import { isFault } from '../write-once.ts'
import { attempt } from './attempt.ts'
import { checkAuditChain } from './audit-chain.ts'
import {
  findContradictions,
  ledgerChecks,
  loggedChecks,
  referenceChecks,
  totalsChecks,
} from './contradictions.ts'
import { describeFiles } from './described-files.ts'
import { placeOf } from './file-place.ts'
import { findJobDrift } from './job-drift.ts'
import { connected, inSnapshot, isInstalled, type Whereabouts } from './snapshot.ts'
import {
  isAsNamed,
  measureFile,
  type NamedFile,
  namedFiles,
  stillNamed,
  UnreadableFile,
} from './stored-files.ts'
import { wallChecks } from './wall-checks.ts'

/** One line of what was verified: how much was looked at, and what is not whole. */
export type Verdict = { subject: string; looked: string; findings: string[] }

/**
 * Recomputes what must be true: the ledger and what follows from it, kept totals, references, files by their checksums, the
 * chain of the audit log, and that nothing which keeps these true was switched off. Reads one moment, changes nothing, and
 * may be run beside the running product. `notedSeal` is the hash of a seal of the audit log that was kept elsewhere.
 */
export async function verifyInstallation(
  where: Whereabouts,
  notedSeal: string | null = null,
): Promise<Verdict[]> {
  await connected(where.databaseUrl, refuseUninstalled)
  return inSnapshot(where.databaseUrl, async (client) => {
    await refuseOtherVersion(client)
    const verdicts: Verdict[] = []
    for (const [subject, look] of Object.entries(parts)) {
      verdicts.push({
        subject,
        ...(await attempt(client, () => look(client, where, notedSeal), notLooked)),
      })
    }
    return verdicts
  })
}

async function refuseUninstalled(client: pg.Client) {
  if (await isInstalled(client)) return
  const { rows } = await client.query("select from pg_namespace where nspname = 'app'")
  if (rows.length === 0) throw new Error('There is no installation in this database.')
  throw new Error(
    'Not whole: migrations.applied is missing, which says of what version the tables are.',
  )
}

type Look = (
  client: pg.Client,
  where: Whereabouts,
  notedSeal: string | null,
) => Promise<Omit<Verdict, 'subject'>>

const parts: Record<string, Look> = {
  Ledger: async (client) => ({
    looked: counted(await countOf(client, 'app.ledger_entry'), 'entry', 'entries'),
    findings: await findContradictions(client, ledgerChecks),
  }),
  'Kept totals': async (client) => ({
    looked: counted(await countOf(client, 'app.counted()'), 'total'),
    findings: await findContradictions(client, totalsChecks),
  }),
  References: verifyReferences,
  Files: verifyFiles,
  'Audit log': (client, _where, notedSeal) => verifyAuditLog(client, notedSeal),
  Walls: verifyWalls,
}

/** What a part needs itself may be gone, or kept from its owner: then it is not whole, and the other parts go on. */
const notLooked = (message: string) => ({
  looked: 'not all of it',
  findings: [`it could not be looked at: ${message}`],
})

async function refuseOtherVersion(client: pg.Client) {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from migrations.applied',
  )
  const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  if ((await ownMigrations()).every(({ name, sha256 }) => applied.get(name) === sha256)) return
  throw new Error(
    'The database is not of this version yet. Start the product once, which brings it up to date, then verify.',
  )
}

/** With commas between thousands, and with what is counted. */
function counted(number: number, one?: string, more = `${one}s`): string {
  const text = String(number).replace(/\B(?=(\d{3})+$)/g, ',')
  return one ? `${text} ${number === 1 ? one : more}` : text
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
    findings: await findContradictions(client, checks),
  }
}

async function verifyFiles(client: pg.Client, where: Whereabouts) {
  const place = placeOf(where)
  const wrong: { file: NamedFile; what: string }[] = []
  let [files, bytes, unhashed] = [0, 0, 0]
  for await (const file of namedFiles(client)) {
    files += 1
    const found = await measureFile(place, file.key).catch(unreadable)
    if (file.sha256 === null) unhashed += 1
    if (typeof found === 'string') {
      wrong.push({ file, what: found })
      continue
    }
    bytes += found?.bytes ?? 0
    if (!found) wrong.push({ file, what: 'is missing' })
    else if (!isAsNamed(file, found)) wrong.push({ file, what: 'is not what was stored' })
  }
  // One that was removed, or made anew, since the moment that is read is no finding.
  const suspects = wrong.map(({ file }) => file)
  const named = await inSnapshot(where.databaseUrl, (now) => stillNamed(now, suspects))
  const described = await describeFiles(client, [...named])
  const bySize = unhashed > 0 ? `, ${counted(unhashed)} by their size only` : ''
  const isElsewhere =
    files > 0 && wrong.length === files && wrong.every(({ what }) => what === 'is missing')
  return {
    looked: `${counted(files, 'file')}, ${counted(Math.ceil(bytes / 1_000_000))} MB${bySize}${isElsewhere ? `; ${whereElse(where)}` : ''}`,
    findings: wrong.flatMap(({ file, what }) =>
      named.has(file.key) ? `${described.get(file.key)} ${what}` : [],
    ),
  }
}

/** What to think of where not one file was found: more likely the wrong place than that all are gone. */
const whereElse = ({ objectStore }: Whereabouts) =>
  objectStore
    ? `none of them is in the bucket ${objectStore.bucket}: are they in DATA_DIR/files, or in another?`
    : 'none of them is in DATA_DIR/files: does this installation keep them in a store (S3_ENDPOINT)?'

/** What lies there is no file that can be read, which is a finding; a store that is down is a fault. */
function unreadable(fault: unknown): string {
  if (fault instanceof UnreadableFile || isFault(fault, 'EIO'))
    return `cannot be read (${(fault as Error).message})`
  throw fault
}

async function verifyWalls(client: pg.Client) {
  const { breaches, notCompared } = await findBreaches(client)
  const onlyNamed =
    notCompared > 0
      ? `; ${counted(notCompared)} by their names only, on this version of PostgreSQL`
      : ''
  return {
    looked: `functions, triggers, constraints, policies, rights, roles${onlyNamed}`,
    findings: [
      ...(await findContradictions(client, wallChecks)),
      ...(await findJobDrift(client)),
      ...breaches,
    ],
  }
}

async function verifyAuditLog(client: pg.Client, notedSeal: string | null) {
  const { findings, seals, sealed, unsealed, head } = await checkAuditChain(client, notedSeal)
  const last = head ? `; the last seal is ${head}` : ''
  const denied = await findContradictions(client, loggedChecks)
  return {
    looked: `${counted(sealed, 'row')} under ${counted(seals, 'seal')}, ${counted(unsealed)} not sealed yet${last}`,
    findings: [...findings, ...denied],
  }
}
