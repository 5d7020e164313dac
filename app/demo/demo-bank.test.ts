import { beforeAll, expect, test } from 'vitest'
import {
  bankChecks,
  findInconsistencies,
  ledgerChecks,
} from '../../server/recovery/inconsistencies.ts'
import { asSuperuser } from '../../tests/database.ts'
import { reconcile, reconciledMonths } from '../domain/bank-transactions/reconcile.server.ts'
import { writeSuggestions } from '../domain/bank-transactions/suggest-matches.server.ts'
import { clock, setClock } from '../platform/clock.server.ts'
import type { AdminActor } from '../platform/database/database.server.ts'
import { terminalCommand } from '../platform/session/unattended.server.ts'
import { addDays, addMonths } from '../values/calendar-date.ts'
import { isCodeOfDay } from '../values/mpesa-code.ts'
import { loadDemo } from './load-demo.server.ts'

type Seen = Awaited<ReturnType<typeof lookAt>>

/** What a first start on a day shows; it leaves nothing behind. */
async function startedOn(moment: string): Promise<Seen> {
  setClock(() => new Date(moment))
  const { seen } = await terminalCommand(async (admin) => {
    await loadDemo(admin)
    return { refused: 'only looked at' as const, seen: await lookAt(admin) }
  })
  return seen
}

async function lookAt(admin: AdminActor) {
  const { tx } = admin
  const lines = await tx
    .selectFrom('bank_transaction')
    .select(['state', 'exclusion', 'held_for_id', 'returned_minor', 'mpesa_code', 'value_on'])
    .execute()
  const { ready } = await writeSuggestions(admin)
  const accounts = await tx.selectFrom('payment_account').select('id').execute()
  const files = await tx
    .selectFrom('statement_file')
    .select(['payment_account_id', 'opening_minor', 'closing_minor'])
    .orderBy('from_on')
    .execute()
  const reconciled = []
  for (const { id: accountId } of accounts)
    for (const from of await reconciledMonths(admin, accountId)) {
      const period = { accountId, from, to: addDays(addMonths(from, 1), -1), asOf: clock.today() }
      reconciled.push(await reconcile(admin, period))
    }
  return { today: clock.today(), lines, ready, accounts, files, reconciled }
}

function expectSound({ today, lines, ready, accounts, files, reconciled }: Seen) {
  expect(ready).toEqual([])
  const states = Object.fromEntries(
    ['unmatched', 'suggested', 'matched', 'excluded'].map((state) => [
      state,
      lines.filter((line) => line.state === state).length,
    ]),
  )
  expect(states).toEqual({ unmatched: 3, suggested: 8, matched: 30, excluded: expect.any(Number) })
  const exclusions = lines.flatMap(({ exclusion }) => exclusion ?? [])
  expect(new Set(exclusions)).toEqual(
    new Set(['charge', 'sweep', 'own-transfer', 'reversal-pair', 'other']),
  )
  expect(exclusions.filter((exclusion) => exclusion === 'reversal-pair')).toHaveLength(2)
  expect(lines.filter(({ held_for_id }) => held_for_id)).toHaveLength(1)
  expect(lines.filter(({ returned_minor }) => returned_minor > 0n)).toHaveLength(1)
  for (const { mpesa_code: code, value_on } of lines)
    if (code) expect(isCodeOfDay(code, value_on)).toBe(true)
  expect(lines.every(({ value_on }) => value_on < today)).toBe(true)
  for (const { id } of accounts) {
    const [first, ...others] = files.filter((file) => file.payment_account_id === id)
    let balance = first?.closing_minor
    for (const { opening_minor, closing_minor } of others) {
      expect(opening_minor).toBe(balance)
      balance = closing_minor
    }
    expect((balance ?? 0n) > 0n).toBe(true)
  }
  expect(reconciled.length).toBeGreaterThan(19)
  for (const month of reconciled) expect(month?.difference).toBe(0n)
}

const days = ['2027-01-01', '2027-03-01', '2028-02-29', '2026-12-31', '2026-11-15']
const started: Seen[] = []

beforeAll(async () => {
  for (const day of days) started.push(await startedOn(`${day}T04:00:00Z`))
}, 60_000)

test('BANK-410 the demo has a month of bank transactions in every state on any day, whose reconciliations add up', () => {
  expect(started.map(({ today }) => today)).toEqual(days)
  for (const seen of started) expectSound(seen)
})

test('BANK-410 the bank transactions of the demo agree with its ledger', async () => {
  await terminalCommand(loadDemo)
  const found = await asSuperuser(async (client) => {
    await client.query('begin')
    const contradictions = await findInconsistencies(client, { ...bankChecks, ...ledgerChecks })
    await client.query('rollback')
    return contradictions
  })
  expect(found).toEqual([])
})
