import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anAdmin, anInvestor, aProject, as } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf, thrownBy, visitTo } from '../../../tests/visits.ts'
import { audit } from '../../platform/events.server.ts'
import type { Route } from './export/+types/route.ts'
import { loader as exportLog } from './export/route.ts'

const admin = await anAdmin('Amina Yusuf')
const investor = await anInvestor('Jama Warsame')
const cookie = await cookiesOf(admin)
const path = '/admin-dashboard/audit'
const projectId = await aProject('Twin Towers Muthaiga')

const ofJama = `${path}?about=${investor.investorId}`
const words = async (address: string) => wordsOf((await ask(address, { cookie })).html)
async function acts(address: string): Promise<string[]> {
  const { html } = await ask(address, { cookie })
  return [...html.matchAll(/<a [^>]*aria-expanded[^>]*>([^<]*)</g)].map(([, label = '']) => label)
}
async function pageLink(address: string, name: 'older' | 'newer'): Promise<string | undefined> {
  const { html } = await ask(address, { cookie })
  const [, steps = ''] = html.split('aria-label="Pages"')
  return new RegExp(`page=(${name}-\\d+)`).exec(steps)?.[1]
}

await as(admin, ({ tx }) =>
  tx
    .updateTable('investor')
    .set({ phone: '+254 700 000017' })
    .where('id', '=', investor.investorId)
    .execute(),
)
await as(admin, ({ tx }) =>
  tx.updateTable('project').set({ progress_percent: 82 }).where('id', '=', projectId).execute(),
)

describe('Audit Log', () => {
  test('says who did what to whom, and when', async () => {
    const page = await words(ofJama)
    expect(page).toContain('Audit Log 3')
    expect(page).toMatch(/\d{1,2} \w{3} \d{4}, \d\d:\d\d Amina Yusuf Changed phone Jama Warsame/)
    expect(page).toContain('Command line Added an investor Jama Warsame')
  })

  test('opens an entry at its own address: before and after in words, from where, ids on demand', async () => {
    const { html } = await ask(ofJama, { cookie })
    const [, id] = /open=(\d+)[^>]*>Changed phone/.exec(html) ?? []
    const opened = await ask(`${ofJama}&open=${id}`, { cookie })
    expect(wordsOf(opened.html)).toContain('Phone Before: none After: +254 700 000017')
    expect(wordsOf(opened.html)).toContain(
      `Change ${id} From the server All by Amina Yusuf All about Jama Warsame`,
    )
    expect(opened.html).toMatch(
      new RegExp(`<details[^>]*><summary[^>]*>IDs</summary>.*${investor.investorId}`, 's'),
    )
    expect(opened.html).not.toMatch(/[{}]|&quot;phone/)
  })

  test('names are found: of people who acted or were acted upon, of projects', async () => {
    expect(await acts(`${path}?q=jama&subject=investor`)).toEqual([
      'Changed phone',
      'Added an investor',
    ])
    expect(await acts(`${path}?q=twin+towers`)).toEqual([
      'Set progress from 0% to 82%',
      'Added a project',
    ])
    expect(await words(`${path}?q=nobody-has-this-name`)).toContain('No matching entries')
  })

  test('is narrowed by person, act, subject, kind and period', async () => {
    expect(new Set(await acts(`${path}?who=${admin.userId}&act=update`))).toEqual(
      new Set(['Changed phone', 'Set progress from 0% to 82%']),
    )
    expect(await acts(`${path}?who=${admin.userId}&kind=access`)).toEqual(['Signed in'])
    expect(await acts(`${path}?kind=content&who=command`)).toEqual(['Added a project'])
    expect(await acts(`${ofJama}&to=2020-01-01`)).toEqual([])
    expect(await acts(`${ofJama}&from=2020-01-01&to=2199-01-01`)).toHaveLength(3)
    expect(await acts(`${ofJama}&page=older-x`)).toHaveLength(3)
  })

  test('a filter that means nothing finds nothing and says so, here and in the file', async () => {
    for (const filter of [
      'about=zzz',
      'act=%27;drop',
      'subject=toString',
      'who=nobody',
      'from=2026-02-30',
      'to=x',
    ]) {
      const { status, html } = await ask(`${path}?${filter}`, { cookie })
      expect([status, wordsOf(html)], filter).toEqual([
        200,
        expect.stringContaining('Unknown filter'),
      ])
      expect(await acts(`${path}?${filter}`), filter).toEqual([])
      expect(html, filter).not.toContain('audit/export')
      expect((await ask(`${path}/export?${filter}`, { cookie })).status, filter).toBe(404)
    }
  })

  test('an unknown kind and an unknown page are the whole log, and no filter says that it is set', async () => {
    const { status, html } = await ask(`${path}?kind=nonsense&page=older-x&about=`, { cookie })
    expect(status).toBe(200)
    expect(wordsOf(html)).not.toContain('Unknown filter')
    expect(await acts(`${path}?kind=nonsense&page=older-x`)).not.toEqual([])
    expect(html).toMatch(/aria-current="true"[^>]*>All</)
    expect(html).not.toMatch(/<details[^>]* open/)
  })

  test('is paged by key: what is written in the meantime moves nothing', async () => {
    const many = await anInvestor('Many Changes')
    for (let turn = 0; turn < 60; turn += 1)
      await as(admin, (actor) => audit(actor, 'view', 'investor', many.investorId))
    const first = `${path}?about=${many.investorId}&act=view`
    expect(await acts(first)).toHaveLength(25)
    const second = `${first}&page=${await pageLink(first, 'older')}`
    const before = await ask(second, { cookie })
    await as(admin, (actor) => audit(actor, 'view', 'investor', many.investorId))
    const ids = (html: string) => [...html.matchAll(/open=(\d+)/g)].map(([, id]) => id)
    expect(ids((await ask(second, { cookie })).html)).toEqual(ids(before.html))
    const third = `${first}&page=${await pageLink(second, 'older')}`
    expect(await acts(third)).toHaveLength(10)
    expect(await pageLink(third, 'older')).toBeUndefined()
    const back = `${first}&page=${await pageLink(third, 'newer')}`
    expect(ids((await ask(back, { cookie })).html)).toEqual(ids(before.html))
    // Fewer than a page are newer: shows the whole newest page.
    expect(await acts(`${first}&page=${await pageLink(back, 'newer')}`)).toHaveLength(25)
  })

  test('a page of a large log is read from an index', async () => {
    const plan = await asSuperuser(async (client) => {
      await client.query("select set_config('app.actor', 'command', false)")
      await client.query(`insert into app.audit_log (at, actor, act, subject, subject_id)
        select now() - make_interval(secs => n), 'worker', 'update', 'project', 'none' from generate_series(1, 20000) n`)
      await client.query('analyze app.audit_log')
      const { rows } = await client.query(`explain select id from app.audit_log
        where (at, id) < (select k.at, k.id from app.audit_log k where k.id = 10000) and actor_id = '${admin.userId}'
        order by at desc, id desc limit 26`)
      return rows.map((row) => Object.values(row)[0]).join('\n')
    })
    expect(plan).toContain('audit_log_actor_id_at_id_idx')
    expect(plan).not.toMatch(/Seq Scan|Sort/)
    expect(await words(path)).toContain('Audit Log 10,000+')
  })
})

type Exported = { text: string; headers: Headers }
async function exported(query: string): Promise<Exported> {
  const answer = await exportLog(visitTo<Route.LoaderArgs>(`${path}/export${query}`, { cookie }))
  return { text: await answer.text(), headers: answer.headers }
}

describe('the export', () => {
  test('has every entry of the filter, over many batches, once each', async () => {
    const { text, headers } = await exported('?who=worker')
    const lines = text.trim().split('\r\n')
    expect(lines).toHaveLength(20_001)
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(20_001)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"/,
    )
  })

  test('is itself an act of the log, without the words that were searched', async () => {
    await exported(`?q=jama&about=${investor.investorId}`)
    const { rows } = await change(
      "select actor_id, after from app.audit_log where act = 'export' order by id desc limit 1",
    )
    expect(rows).toEqual([
      { actor_id: admin.userId, after: { about: investor.investorId, searched: true } },
    ])
  })

  test('a formula in a name is text', async () => {
    const sly = await anInvestor('=1+1')
    const { text } = await exported(`?about=${sly.investorId}`)
    expect(text).toContain(`,"'=1+1",investor,`)
  })

  test('a password that an administrator set names whose it is, in the list, the search and the file', async () => {
    const { userId } = await anInvestor('Hodan Farah')
    await as(await anAdmin('Zahra Noor'), ({ tx }) =>
      sql`select auth.set_password(${userId}, 'a hash')`.execute(tx),
    )
    const shown = await words(`${path}?q=hodan+farah&act=update`)
    expect(shown).toContain('Zahra Noor Changed the password Hodan Farah')
    expect(shown).toContain('Zahra Noor Set the password Hodan Farah')
    const { text } = await exported('?subject=account&act=update')
    expect(text).toContain(',Changed the password,Hodan Farah,account,')
  })

  test('is not there for an investor, and leads a guest nowhere', async () => {
    const theirs = visitTo<Route.LoaderArgs>(`${path}/export`, {
      cookie: await cookiesOf(investor),
    })
    expect(await thrownBy(exportLog(theirs))).toEqual({ status: 404, location: null })
    expect((await thrownBy(exportLog(visitTo<Route.LoaderArgs>(`${path}/export`)))).status).toBe(
      404,
    )
  })
})
