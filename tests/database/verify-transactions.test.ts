import { expect, test } from 'vitest'
import { installSoundly, tamper, verdictOn } from '../sound-installation.ts'

installSoundly()

test('BANK-364 a bank transaction whose parts, returns or exclusion were changed is found', async () => {
  await tamper(`with account as (insert into app.payment_account (kind, name, number, currency)
      values ('bank', 'Equity', '0123', 'USD') returning id),
    file as (insert into app.statement_file (payment_account_id, name, sha256, profile, from_on, to_on, lines, new_lines)
      select id, 'a.csv', repeat('a', 64), 'equity', '2026-03-01', '2026-03-01', 1, 1 from account returning id)
    insert into app.bank_transaction (payment_account_id, statement_file_id, line_number, provider_number, leg, occurred_at,
      value_on, minor, currency, narrative, raw, allocated_minor)
    select account.id, file.id, 1, 'FT1', 'payment', '2026-03-01Z', '2026-03-01', 20000, 'USD', '', '', 20000
    from account, file`)
  await tamper(`insert into app.allocation (bank_transaction_id, ledger_entry_id, minor, recorded_entry)
    select t.id, e.id, 20000, true from app.bank_transaction t, app.ledger_entry e where e.amount_cents = 20000`)
  const found = async () => (await verdictOn('Bank transactions')).findings
  expect(await found()).toEqual([])
  const changes = {
    'update app.bank_transaction set allocated_minor = 19999': 'is the sum of its parts',
    'update app.allocation set minor = 19999': 'every matched part agrees with its ledger entry',
    "update app.bank_transaction set exclusion = 'charge', allocated_minor = 0":
      'is the sum of its parts',
    'update app.bank_transaction set returned_minor = 0, allocated_minor = 10000':
      'is the sum of its parts',
  }
  for (const [change, sentence] of Object.entries(changes)) {
    await tamper(change)
    expect((await found()).join()).toContain(sentence)
    await tamper(
      'update app.allocation set minor = 20000; update app.bank_transaction set exclusion = null, returned_minor = 0, allocated_minor = 20000',
    )
    expect(await found()).toEqual([])
  }
  await tamper(`insert into app.bank_transaction_decision (bank_transaction_id, kind, exclusion)
    select id, 'excluded', 'charge' from app.bank_transaction`)
  expect((await found()).join()).toContain('returned and excluded amounts agree with the decisions')
})
