import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { judge } from './judge.ts'
import { makeMonth } from './make-month.ts'
import { readMonth } from './month.ts'
import { readTables, writeTables } from './tables.ts'

const folder = mkdtempSync(join(tmpdir(), 'msingi-months-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('BANK-200 a made month written into a folder comes to the same results', async () => {
  for (const seed of [3, 4]) {
    const month = makeMonth(seed, 200, 60)
    const place = join(folder, `${seed}`)
    writeTables(place, month)
    const [made, read] = [judge(await readMonth(month)), judge(await readMonth(readTables(place)))]
    expect({ ...read, milliseconds: 0 }).toEqual({ ...made, milliseconds: 0 })
    expect(made.payments).toBeGreaterThan(160)
  }
})

test('BANK-201 a month that someone else made is read from CSV and JSON, and every fault is counted', async () => {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const investor = { investor: 'Fatuma Noor', phones: ['+254711000301'], agreed: 10000 }
  write(
    'investments.json',
    JSON.stringify([
      { reference: 'MS7K2Q4', ...investor },
      { reference: 'MST3W9X', ...investor, investor: 'Hodan Warsame', phones: [] },
    ]),
  )
  write('history.csv', 'reference,payer_name,payer_number\nMS7K2Q4,FATUMA NOOR,25471****301\n')
  write(
    'lines.csv',
    `number,time,amount,payer_number,payer_name,typed,kind
UK2AAAAAA1,2026-11-02 08:00:00,1000,25471****301,FATUMA NOOR,ms7k2q4,payment
UK2AAAAAA2,02/11/2026 08:00,1000.00,25471****301,FATUMA NOOR,,
UK2AAAAAA3,2026-11-02,1000,25479****001,JAMES,MST3W9X,payment
UK2AAAAAA4,2026-11-02,1000,25479****001,JAMES,MST3W9X,payment
UK2AAAAAA5,2026-11-02,-5,,,,charge
UK2AAAAAA6,2026-11-02,1000,25479****001,JAMES,MST3W9X,
UK2AAAAAA7,2026-11-02,1000,25479****001,JAMES,MS7K2Q4,sweep
`,
  )
  write(
    'truth.csv',
    `number,reference,kind
UK2AAAAAA1,MS7K2Q4,exact
UK2AAAAAA2,MS7K2Q4,nothing
UK2AAAAAA3,MS7K2Q4,exact
UK2AAAAAA4,MS7K2Q4,other-reference
UK2AAAAAA5,,charge
UK2AAAAAA6,,sweep
UK2AAAAAA7,MS7K2Q4,exact
`,
  )
  expect(judge(await readMonth(readTables(folder)))).toMatchObject({
    payments: 3,
    automatic: 2,
    wrong: ['UK2AAAAAA3', 'UK2AAAAAA6'],
    known: { payments: 1, first: 1 },
    otherReference: { payments: 1, automatic: 1 },
    lost: ['UK2AAAAAA7'],
    invented: ['UK2AAAAAA6'],
  })
})

test('BANK-202 made months have no wrong automatic match, and most of the rest are suggested first', async () => {
  const outcomes = await Promise.all(
    [101, 102, 103, 104].map(async (seed) => judge(await readMonth(makeMonth(seed)))),
  )
  for (const { payments, automatic, wrong, lost, invented, known } of outcomes) {
    expect([wrong, lost, invented]).toEqual([[], [], []])
    expect(automatic / payments).toBeGreaterThan(0.55)
    expect(known.first / known.payments).toBeGreaterThan(0.85)
  }
})
