import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anAdmin, anInvestor, as, asPerson } from '../../../tests/people.ts'
import { type Actor, transact } from '../../platform/database/database.server.ts'
import { companyAsOf } from '../audit/company-history.server.ts'
import { changeCompany } from './change-company.server.ts'
import { companyFacts, companySettings } from './company.server.ts'
import { demoCompany } from './demo-company.ts'
import { newCompany } from './new-company.ts'

const admin = await anAdmin()
const settings = () => as(admin, companySettings)
const save = (version: number, motto: string) =>
  as(admin, (actor) => changeCompany(actor, { version, company: { ...demoCompany, motto } }))

describe('changing the company', () => {
  test('stores all settings together, and says so in one event', async () => {
    const { version } = await settings()
    expect(await save(version, 'New')).toEqual({ version: version + 1 })
    expect(await settings()).toEqual({
      version: version + 1,
      company: { ...demoCompany, motto: 'New' },
    })
    const { rows } = await asSuperuser((client) =>
      client.query('select kind, payload, actor_id from app.event order by id desc limit 1'),
    )
    expect(rows).toEqual([{ kind: 'company.changed', payload: {}, actor_id: admin.userId }])
  })

  test('is in the audit log with before and after, by version', async () => {
    const { version } = await settings()
    await save(version, 'Logged')
    const { rows } = await asSuperuser((client) =>
      client.query(
        `select actor_id, before -> 'facts' ->> 'motto' as was, after -> 'facts' ->> 'motto' as motto,
          before ->> 'version' as version from app.audit_log where subject = 'company' order by id desc limit 1`,
      ),
    )
    expect(rows).toEqual([
      { actor_id: admin.userId, was: 'New', motto: 'Logged', version: String(version) },
    ])
    expect(await as(admin, (actor) => companyAsOf(actor, version))).toEqual({
      ...demoCompany,
      motto: 'New',
    })
    expect(await as(admin, (actor) => companyAsOf(actor, 99))).toBeNull()
  })

  test('is refused to the second of two who began with the same version, with what is stored now', async () => {
    const { version } = await settings()
    const results = await Promise.all([save(version, 'First'), save(version, 'Second')])
    const refused = results.filter((result) => 'refused' in result)
    const { company } = await settings()
    expect(refused).toEqual([
      { refused: 'version-conflict', now: { version: version + 1, company } },
    ])
    expect(['First', 'Second']).toContain(company.motto)
  })

  test('is for administrators: the database refuses a guest and an investor', async () => {
    const investor = await anInvestor()
    const write = ({ tx }: Actor) =>
      sql`update company set facts = facts, version = version + 1`.execute(tx)
    const denied = { code: '42501' }
    await expect(transact({ role: 'guest' }, write)).rejects.toMatchObject(denied)
    await expect(asPerson(investor, write)).rejects.toMatchObject(denied)
    await expect(transact({ role: 'system' }, write)).rejects.toMatchObject(denied)
    const history = (actor: Actor) => companyAsOf(actor as Parameters<typeof companyAsOf>[0], 1)
    await expect(asPerson(investor, history)).rejects.toMatchObject(denied)
    await expect(transact({ role: 'guest' }, history)).rejects.toMatchObject(denied)
  })
})

describe('what an earlier version or a hand has left in the row', () => {
  const store = (facts: unknown) =>
    change('update app.company set facts = $1', [JSON.stringify(facts)])
  const shown = () => transact({ role: 'guest' }, companyFacts)
  const fallback = newCompany('no-reply@msingi.test')

  test('a setting that was not known then is as in a new installation', async () => {
    const { headline: _, testimonials: __, ...earlier } = demoCompany
    await store(earlier)
    expect(await shown()).toEqual({ ...demoCompany, headline: fallback.headline, testimonials: [] })
    await store({})
    expect(await shown()).toEqual(fallback)
  })

  test('DATA-017 (decisions §7) a testimonial is a quote and who signed it; a colour or a picture behind it is left out', async () => {
    const [quote, signedBy] = ['They kept every promise.', 'Investor, Nairobi']
    await store({
      ...demoCompany,
      testimonials: [{ quote, signedBy, src: '#204030', isSolidColor: true }],
    })
    expect((await shown()).testimonials).toEqual([{ quote, signedBy }])
  })

  test('a sender that no one reads is no contact, and one that someone reads is', async () => {
    await store({
      ...demoCompany,
      contactEmail: 'No-Reply@msingi.test',
      supportEmail: 'donotreply@msingi.test',
    })
    expect(await shown()).toEqual({ ...demoCompany, contactEmail: null, supportEmail: null })
    expect(newCompany('no-reply@msingi.test')).toMatchObject({
      contactEmail: null,
      supportEmail: null,
    })
    expect(newCompany('office@msingi.test')).toMatchObject({
      contactEmail: 'office@msingi.test',
      supportEmail: 'office@msingi.test',
    })
  })

  test('a damaged setting leaves the others standing, and no dangerous link gets through', async () => {
    await store({
      ...demoCompany,
      foundedYear: 'long ago',
      offices: 'Nairobi',
      hours: null,
      social: { linkedin: 'javascript:alert(1)', twitter: null, instagram: null },
      whatsapp: '1/../evil',
      unknown: 'kept out',
    })
    expect(await shown()).toEqual({
      ...demoCompany,
      foundedYear: null,
      offices: [],
      hours: [],
      whatsapp: null,
    })
  })
})
