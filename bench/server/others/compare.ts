import pg from 'pg'
import { type Child, residentMb, withChild } from '../child.ts'
import { type Figures, load } from '../load.ts'
import type { Line } from '../table.ts'
import { type ComparedProduct, type Page, parseServer, postgraphile } from './compared-products.ts'
import { installed } from './install.ts'
import { fillClasses, parseDatabase } from './parse-database.ts'

/** Who is asked: our database, where it is kept, and the floor of the same list, measured again for each row. */
type Comparison = { databaseUrl: string; dataDir: string; floor: () => Promise<Figures> }

/**
 * The first page of the office's investments as other products answer it, over HTTP as each is meant to be used: with the
 * count of all, as the list shows it, and without, as they count each time what the product keeps. No goal depends on it.
 */
export async function compareOthers(comparison: Comparison): Promise<Line[]> {
  const found: Line[] = []
  for (const compared of [postgraphile, parseServer]) {
    const label = `${compared.label} ${compared.version}: the same list (${compared.leavesOut})`
    const folder = await installed(compared, comparison.dataDir).catch((fault: Error) => {
      console.error(fault.message)
      return null
    })
    if (folder === null) found.push({ what: label, notRun: 'did not install' })
    else
      found.push(
        ...(await measured(compared, label, folder, comparison).catch((fault: unknown) =>
          failed(label, fault),
        )),
      )
  }
  return found
}

/** What cannot be compared although it is installed spoils no other row, but the run ends non-zero. */
function failed(label: string, fault: unknown): Line[] {
  console.error(fault)
  process.exitCode = 1
  return [{ what: label, notRun: 'failed as printed above' }]
}

async function measured(
  compared: ComparedProduct,
  label: string,
  folder: string,
  comparison: Comparison,
): Promise<Line[]> {
  const { databaseUrl } = comparison
  const isParse = compared === parseServer
  const itsUrl = isParse ? await parseDatabase(databaseUrl) : databaseUrl
  const settings = { folder, databaseUrl: itsUrl, ...compared.startWith }
  return withChild(
    { script: compared.script, told: settings, settings: compared.settings },
    async (child) => {
      if (isParse) await fillClasses(databaseUrl, itsUrl)
      return rowsOf(compared, label, child, comparison)
    },
  )
}

async function rowsOf(
  compared: ComparedProduct,
  label: string,
  child: Child,
  { databaseUrl, floor }: Comparison,
): Promise<Line[]> {
  await checkPage(compared, child.address, databaseUrl)
  const row = async (withTotal: boolean): Promise<Line> => {
    const below = await floor()
    const sent = compared.request(withTotal)
    const product = await load(child.address, () => sent)
    const name = withTotal ? label : `${compared.label}: without the count of all`
    return {
      what: name,
      product,
      floor: below,
      goal: null,
      megabytes: await residentMb(child.process),
    }
  }
  return [await row(true), await row(false)]
}

/** Refuses an answer that is not the page that ours is, so that no fault is praised for its speed. */
async function checkPage(
  compared: ComparedProduct,
  address: string,
  databaseUrl: string,
): Promise<void> {
  const { path, ...sent } = compared.request(true)
  const answer = await fetch(`${address}${path}`, {
    ...sent,
    method: sent.body === undefined ? 'GET' : 'POST',
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${compared.label} answered ${answer.status}: ${text}`)
  const theirs = JSON.stringify(compared.parsePage(text))
  const ours = JSON.stringify(await pageOfOurs(databaseUrl))
  if (theirs !== ours)
    throw new Error(`${compared.label} answers another page: ${theirs} instead of ${ours}`)
}

async function pageOfOurs(databaseUrl: string): Promise<Page> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ ids: string[]; total: number }>(
      `select array(select id::text from app.investment where archived_at is null
         order by invested_on desc, id desc limit 12) as ids,
       (select count(*)::int from app.investment where archived_at is null) as total`,
    )
    const [page] = rows
    if (!page) throw new Error('there is no page to compare with')
    return { ids: page.ids, total: page.total }
  } finally {
    await client.end()
  }
}
