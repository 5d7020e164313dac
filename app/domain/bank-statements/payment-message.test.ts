import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPaymentMessage } from './payment-message.ts'

const messages: { what: string; text: string }[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../tests/files/bank/sms.json'), 'utf8'),
)
const expected = [
  {
    direction: 'sent',
    provider: 'mpesa',
    code: 'UK2DKNV1EO',
    minor: 25000000n,
    currency: 'KES',
    at: '2026-11-02T05:15:00.000Z',
    partyName: 'MSINGI PROPERTY GROUP',
    account: 'MS7K2Q4',
  },
  {
    direction: 'sent',
    code: 'UK3V091BGK',
    minor: 14620000n,
    at: '2026-11-03T04:58:00.000Z',
    account: 'ms7k2q4',
  },
  {
    direction: 'sent',
    code: 'UK3IO0MB1W',
    partyName: 'Equity Paybill Account',
    account: '0990200000001',
    at: '2026-11-03T09:12:00.000Z',
  },
  {
    direction: 'sent',
    code: 'UK3B19NGS3',
    partyName: 'MSINGI PROPERTY GROUP',
    account: null,
    minor: 5600000n,
  },
  {
    direction: 'received',
    code: 'UK2AZUF7II',
    partyName: 'YUSUF ABDI',
    partyNumber: '254722000118',
    account: 'amina hassan',
    minor: 6450000n,
    at: '2026-11-02T09:40:00.000Z',
  },
  {
    direction: 'received',
    provider: 'evc-plus',
    code: null,
    minor: 50000n,
    currency: 'USD',
    partyNumber: '0610000301',
    at: '2026-11-02T14:40:16.000Z',
  },
  {
    direction: 'received',
    provider: 'evc-plus',
    code: null,
    minor: 25000n,
    partyNumber: '0610000302',
    at: null,
    on: '2026-11-03',
  },
  {
    direction: 'received',
    provider: 'evc-plus',
    partyName: 'HODAN CILMI WARSAME',
    partyNumber: '252680000303',
    minor: 50000n,
    at: '2026-11-03T01:49:01.000Z',
  },
  {
    direction: 'received',
    provider: 'edahab',
    code: 'PP261103.0005.F75709',
    partyName: 'Hodan Cilmi Warsame',
    partyNumber: '620000304',
    minor: 50000n,
    currency: 'USD',
    on: '2026-11-03',
  },
  {
    direction: 'received',
    provider: 'zaad',
    code: '15652525521',
    minor: 15000000n,
    currency: 'SLSH',
    partyName: 'MAXAMED SAYID NUUX',
    partyNumber: '634000305',
    at: '2026-11-03T20:01:33.000Z',
  },
  {
    direction: 'sent',
    provider: 'evc-plus',
    minor: 100n,
    partyName: 'CABDI AXMED XASAN',
    partyNumber: '610000306',
  },
  {
    direction: 'sent',
    provider: 'edahab',
    code: 'PP261103.1137.E48452',
    minor: 198n,
    partyName: 'Cabdi Axmed',
    partyNumber: '620000307',
  },
]

test.each(messages.map((message, index) => [message.what, message.text, expected[index]] as const))(
  'BANK-020 the message is read: %s',
  (_, text, result) => {
    expect(readPaymentMessage(text)).toMatchObject(result ?? {})
    expect(readPaymentMessage(`Fwd:\n${text.replaceAll(' ', '\n')}`)).toMatchObject({ ...result })
  },
)

test('BANK-020 blanks may be missing, and other wordings are read', () => {
  expect(
    readPaymentMessage(
      'UK2DKNV1EO Confirmed.Ksh1,000.00 sent to HODAN WARSAME 0711000301 on 2/11/26 at 8:15 PM.New M-PESA balance',
    ),
  ).toMatchObject({
    direction: 'sent',
    partyName: 'HODAN WARSAME',
    partyNumber: '0711000301',
    at: '2026-11-02T17:15:00.000Z',
  })
  expect(
    readPaymentMessage(
      'UK2DKNV1EO confirmed.You have received Ksh500.00 from FATUMA NOOR 0711000301 on 2/11/26 at 12:05 AM New M-PESA balance',
    ),
  ).toMatchObject({ direction: 'received', minor: 50000n, at: '2026-11-01T21:05:00.000Z' })
})

test('BANK-021 money in the wrong direction is refused', () => {
  for (const [index, { text }] of messages.entries()) {
    const direction = expected[index]?.direction
    const other = direction === 'sent' ? 'received' : 'sent'
    expect(readPaymentMessage(text, direction === 'sent' ? 'sent' : 'received')).not.toHaveProperty(
      'problem',
    )
    expect(readPaymentMessage(text, other)).toEqual({
      problem: expect.stringContaining(direction ?? ''),
    })
  }
})

test('BANK-022 a code of another day, and anything else, is refused', () => {
  const text = messages[0]?.text ?? ''
  expect(readPaymentMessage(text.replace('on 2/11/26', 'on 3/11/26'))).not.toHaveProperty('problem')
  expect(readPaymentMessage(text.replace('on 2/11/26', 'on 5/11/26'))).toEqual({
    problem: expect.stringContaining('5 Nov 2026'),
  })
  for (const wrong of [
    '',
    'hello',
    text.slice(0, 60),
    text.replace('UK2', 'UM2'),
    text.replace('250,000.00 sent', '25,0000 sent'),
    text.replace('2/11/26', '32/11/26'),
    '[-EVCPLUS-] waxaad $500 ka heshay',
  ])
    expect(readPaymentMessage(wrong), wrong).toHaveProperty('problem')
})
