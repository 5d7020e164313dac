import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { sendAll } from '../../../tests/distributions.ts'
import {
  anAdmin,
  anInvestment,
  anInvestor,
  aProject,
  as,
  asPerson,
  day,
  type Person,
} from '../../../tests/people.ts'
import { formOf, requestBy } from '../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../tests/screens.tsx'
import Distribution, { loader as openOne } from '../../office/distributions/$distribution/route.tsx'
import { loader as exportThem } from '../../office/distributions/export/route.ts'
import DistributeReturns, { action, loader } from '../../office/distributions/new/route.tsx'
import { readInvestorExport } from '../../portal/export/investor-export.server.ts'
import { distributionsTable } from '../../portal/export/tables.ts'
import { Distributions } from '../../portal/investments/$investment/distributions.tsx'
import { cents, sum, usd } from '../../values/money.ts'
import { companyFacts } from '../company/company.server.ts'
import { issueStatement } from '../statements/issue-statement.server.ts'
import { statementSheet } from '../statements/print-statement.server.ts'
import { findStatement } from '../statements/statements.server.ts'
import { mySharesOf } from './my-returns.server.ts'
import { recordDistribution, splitDistribution } from './record-distribution.server.ts'

const admin = await anAdmin()
await change(
  `insert into app.exchange_rate (currency, rate, dated_on, source) values ('KES', 129.24, '2026-03-01', 'company')`,
)

const shillings = (minor: bigint) => ({
  minor,
  currency: 'KES' as const,
  rate: null,
  source: 'company' as const,
  isConfirmed: false,
})

/** A project with two investors who paid these cents. */
async function aPaidProject(first = 20_000, second = 10_000) {
  const projectId = await aProject('Shilling Plaza')
  const people: { person: Person; investmentId: string }[] = []
  for (const received of [first, second]) {
    const person = await anInvestor('Hodan Abdi')
    const investmentId = await anInvestment(person.investorId, projectId, usd('1,000'))
    await change(
      `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on) values ($1, 'payment', $2, '2026-03-01')`,
      [investmentId, received],
    )
    people.push({ person, investmentId })
  }
  const [larger, smaller] = people
  if (!larger || !smaller) throw new Error('Two people hold it')
  return { projectId, larger, smaller }
}

const distribute = (projectId: string, minor: bigint, key = randomUUID()) =>
  as(admin, (actor) =>
    recordDistribution(actor, {
      key,
      projectId,
      total: shillings(minor),
      datedOn: day('2026-03-31'),
      note: null,
      seen: null,
      again: false,
    }),
  )

const partsOf = (projectId: string) =>
  asSuperuser(async (client) => {
    const { rows } = await client.query(
      `select d.total_cents::int as total, d.paid_minor::int as paid, d.paid_currency as currency, d.rate::text,
         array_agg(s.amount_cents::int order by s.amount_cents desc) as cents,
         array_agg(s.paid_minor::int order by s.amount_cents desc) as parts
       from app.distribution d join app.distribution_share s on s.distribution_id = d.id where d.project_id = $1 group by d.id`,
      [projectId],
    )
    return rows
  })

test('BANK-252 a distribution in shillings has the dollars of its rate, and whole shillings for each', async () => {
  const { projectId } = await aPaidProject()
  const key = randomUUID()
  const first = await distribute(projectId, 10_000_000n, key)
  expect(first).toMatchObject({ shares: 2 })
  expect(await distribute(projectId, 10_000_000n, key)).toEqual(first)
  expect(await partsOf(projectId)).toEqual([
    {
      total: 77_375,
      paid: 10_000_000,
      currency: 'KES',
      rate: '129.24000000',
      cents: [51_583, 25_792],
      parts: [6_666_700, 3_333_300],
    },
  ])
  expect(await distribute(projectId, 10_000_000n)).toEqual({ refused: 'already-recorded' })
})

test('BANK-252 a split of any amount adds up in both currencies', async () => {
  const { projectId, larger, smaller } = await aPaidProject()
  await fc.assert(
    fc.asyncProperty(fc.bigInt(1n, 10n ** 12n), fc.boolean(), async (typed, whole) => {
      const minor = whole ? typed * 100n : typed
      const paid = {
        ...shillings(minor),
        rate: '129.24' as never,
        on: day('2026-03-31'),
      }
      const shares = await as(admin, (actor) =>
        splitDistribution(actor, {
          projectId,
          datedOn: day('2026-03-31'),
          total: cents(typed),
          paid,
        }),
      )
      expect(sum((shares ?? []).map(({ amount }) => amount))).toBe(typed)
      const parts = (shares ?? []).map(({ paidMinor }) => paidMinor ?? 0n)
      expect(parts.reduce((all, part) => all + part, 0n)).toBe(minor)
      if (whole) expect(parts.every((part) => part % 100n === 0n)).toBe(true)
    }),
    { numRuns: 40 },
  )
  expect(larger.investmentId).not.toBe(smaller.investmentId)
})

test.each([
  ['dollars that are not its rate', 77_374, [51_582, 25_792], [6_666_700, 3_333_300]],
  ['shares that are not its shillings', 77_375, [51_583, 25_792], [6_666_700, 3_333_200]],
  ['a share without shillings', 77_375, [51_583, 25_792], [10_000_000, null]],
])('BANK-252 the database refuses %s', async (_, total, amounts, parts) => {
  const { projectId, larger, smaller } = await aPaidProject()
  const held = [larger.investmentId, smaller.investmentId]
  await expect(
    change(
      `with made as (insert into app.distribution
           (project_id, total_cents, dated_on, paid_minor, paid_currency, rate, rate_source, rate_on)
         values ($1, $2, '2026-03-31', 10000000, 'KES', 129.24, 'company', '2026-03-01') returning id)
       insert into app.distribution_share select made.id, s.* from made,
         unnest($3::uuid[], $4::bigint[], $5::bigint[]) as s`,
      [projectId, total, held, amounts, parts],
    ),
  ).rejects.toThrow(/check|exactly/)
})

const here = '/admin-dashboard/distributions/new'
const draft = (projectId: string, more: Record<string, string> = {}) => ({
  projectId,
  amount: '100,000',
  currency: 'KES',
  rate: '',
  rateSource: 'company',
  datedOn: '2026-03-31',
  note: '',
  ...more,
})
const show = (fields: Record<string, string>) =>
  loader(requestBy(admin, `${here}?${new URLSearchParams(fields)}`) as Parameters<typeof loader>[0])

test('BANK-253 BANK-598 the draft shows both amounts of each share, and records them', async () => {
  const { projectId } = await aPaidProject()
  const loaded = await show(draft(projectId))
  const words = wordsOf(htmlOf(DistributeReturns, here, loaded))
  expect(words).toContain('$515.83 KES 66,667.00')
  expect(words).toContain('Shares of a whole amount are whole shillings.')
  expect(words).toContain('Shares are whole shillings.')
  expect(words).toContain(
    'Paid out KES 100,000.00 at 129.24 KES per USD, company rate of 1 Mar 2026',
  )
  const body = formOf({
    ...draft(projectId),
    key: randomUUID(),
    seen: loaded.preview?.mark ?? '',
  })
  const answer = await action(
    requestBy(admin, here, { method: 'POST', body }) as Parameters<typeof action>[0],
  )
  const location = answer instanceof Response ? (answer.headers.get('Location') ?? '') : ''
  expect(decodeURIComponent((answer as Response).headers.get('Set-Cookie') ?? '')).toContain(
    'KES 100,000.00 ($773.75) among 2 investments.',
  )
  const params = { distributionId: location.split('/').at(-1) ?? '' }
  const opened = await openOne({ ...requestBy(admin, location), params } as Parameters<
    typeof openOne
  >[0])
  expect(wordsOf(htmlOf(Distribution, location, opened))).toContain(
    'KES 100,000.00 at 129.24 KES per USD, company rate of 1 Mar 2026',
  )
  const file = await exportThem(
    requestBy(admin, '/admin-dashboard/distributions/export?q=shilling%20plaza') as Parameters<
      typeof exportThem
    >[0],
  )
  expect(await (file as Response).text()).toContain('100000.00,KES,129.24,company,2026-03-01')
})

test.each([
  [{ datedOn: '2026-02-01' }, { rate: /There is no KES rate for 1 Feb 2026/ }],
  [{ rate: '130' }, { rate: /The rate of 1 Mar 2026 is 129\.24/ }],
  [{ rateSource: 'agreed' }, { rate: /Enter the rate/ }],
  [
    { rateSource: 'agreed', rate: '90' },
    { rateConfirmed: /Tick this/, rate: /more than 5%/ },
  ],
  [{ amount: '0.10' }, { amount: /must be greater than zero/ }],
  [{ amount: '$100' }, { amount: /This is not in KES/ }],
])(
  'BANK-253 a draft with %j says what is wrong and keeps what was typed',
  async (fields, errors) => {
    const { projectId } = await aPaidProject()
    const { reply, preview } = await show(draft(projectId, fields))
    expect(preview).toBeNull()
    for (const [field, message] of Object.entries(errors))
      expect(reply?.errors?.[field]).toMatch(message)
    expect(reply?.values).toMatchObject({ currency: 'KES', ...fields })
  },
)

test('BANK-256 the investor sees both amounts in the portal, the statement and the export; no one else’s', async () => {
  const { projectId, larger, smaller } = await aPaidProject()
  const recorded = await distribute(projectId, 10_000_000n)
  await sendAll(admin, 'distributionId' in recorded ? recorded.distributionId : '', '2026-03-31')
  const shares = await asPerson(larger.person, (reader) => mySharesOf(reader, larger.investmentId))
  expect(shares).toMatchObject([
    { amount: 51_583n, paid: { minor: 6_666_700n, currency: 'KES', rate: '129.24' } },
  ])
  expect(
    await asPerson(larger.person, (reader) => mySharesOf(reader, smaller.investmentId)),
  ).toEqual([])
  const panel = () => <Distributions shares={shares} total={usd('515.83')} />
  expect(wordsOf(htmlOf(panel, '/', {}))).toContain('KES 66,667.00 at 129.24')
  const everything = await asPerson(larger.person, readInvestorExport)
  expect(distributionsTable(everything)).toMatch(
    /2026-03-31,2026-03-31,515\.83,Shilling Plaza,,[^,]+,[^,]+,66667\.00,KES,129\.24/,
  )
  const period = { from: day('2026-01-01'), to: day('2026-03-31') }
  const issued = await as(admin, (actor) => issueStatement(actor, larger.person.investorId, period))
  const sheet = await asPerson(larger.person, async (reader) => {
    const statement = await findStatement(reader, 'statementId' in issued ? issued.statementId : '')
    return statement && statementSheet(statement, await companyFacts(reader))
  })
  const [, entries, distributions] = sheet?.tables ?? []
  expect(entries?.head).toEqual(['Date', 'Entry', 'Amount', 'Paid to date'])
  expect(distributions?.head).toEqual(['Sent on', 'Project', 'Paid in', 'Amount'])
  expect(distributions?.rows.map(({ cells }) => cells)).toEqual([
    ['31 Mar 2026', 'Shilling Plaza', 'KES 66,667.00', '$515.83'],
  ])
})

test('BANK-256 the audit log has what was paid out and its rate', async () => {
  const { projectId } = await aPaidProject()
  const recorded = await distribute(projectId, 10_000_000n)
  const { rows } = await change<{ after: object }>(
    "select after from app.audit_log where subject = 'distribution' and subject_id = $1",
    ['distributionId' in recorded ? recorded.distributionId : ''],
  )
  expect(rows[0]?.after).toMatchObject({
    total_cents: 77_375,
    paid_minor: 10_000_000,
    paid_currency: 'KES',
    rate: 129.24,
    rate_source: 'company',
    rate_on: '2026-03-01',
  })
})
