import { describe, expect, test } from 'vitest'
import { readPaymentMessage } from './payment-message.ts'

const mpesaCode = 'UK2DKNV1EO'
const party = 'MSINGI PROPERTY GROUP'

/** Every combination of one text from each list. */
function combinations(...lists: (readonly string[])[]): string[][] {
  return lists.reduce<string[][]>(
    (all, list) => all.flatMap((before) => list.map((text) => [...before, text])),
    [[]],
  )
}

const amounts = [
  ...['Ksh250,000.00', 'Ksh 250,000', 'KES250,000.00', 'KES 250000', 'KSh. 250,000.00'],
  ...['Kshs 250,000/=', 'KES.250000.0'],
]
const times = [
  ...['on 2/11/26 at 8:15 AM', 'on 02/11/2026 at 08:15', 'on 2/11/26 at 8:15AM'],
  ...['on 2/11/26at 8:15 a.m.', 'on 2-11-2026 at 08:15:00', 'on 2/11/26 at 8.15 AM'],
]
const sent = {
  direction: 'sent',
  provider: 'mpesa',
  code: mpesaCode,
  minor: 25_000_000n,
  currency: 'KES',
  partyName: party,
  at: '2026-11-02T05:15:00.000Z',
  on: '2026-11-02',
}

describe('BANK-210 M-Pesa messages in any usual writing', () => {
  const accounts = [
    '',
    ' for account MS7K2Q4',
    '. for account ms7 k2q4',
    ' for account 441211#MS7K2Q4',
  ]
  test.each(['sent to', 'paid to'])('%s', (verb) => {
    for (const [confirmed, amount, account = '', time] of combinations(
      [' Confirmed. ', ' confirmed.', 'Confirmed. ', ' CONFIRMED '],
      ...[amounts, accounts, times],
    )) {
      const text = `${mpesaCode}${confirmed}${amount} ${verb} ${party}${account} ${time}. New M-PESA balance is Ksh4,210.35. Transaction cost, Ksh108.00.`
      const typed = account.replace(/.*account /, '') || null
      expect(readPaymentMessage(text), text).toMatchObject({ ...sent, account: typed })
      const tight = text.replaceAll(/(?<=[.\d]) (?=sent|paid|for|on|at|New)/g, '')
      expect(readPaymentMessage(tight), tight).toMatchObject({ ...sent, account: typed })
    }
  })

  test('in Swahili', () => {
    const verbs = ['|imetumwa kwa', '|zimetumwa kwa', '|imelipwa kwa', 'Umetuma|kwa', 'Umelipa|kwa']
    for (const [confirmed, verb = '', account, time] of combinations(
      ['Imethibitishwa. ', 'Imethibitishwa.', 'Umethibitisha. '],
      verbs,
      [' kwa akaunti MS7K2Q4', ' kwa akaunti ya MS7K2Q4', '. kwa akaunti namba MS7K2Q4'],
      ['tarehe 2/11/26 saa 8:15 AM', 'mnamo 02/11/2026 saa 08:15'],
    )) {
      const [before, after] = verb.split('|')
      const text = `${mpesaCode} ${confirmed}${before} Ksh250,000.00 ${after} ${party}${account} ${time}. Salio lako la M-PESA ni Ksh4,210.35`
      expect(readPaymentMessage(text, 'sent'), text).toMatchObject({ ...sent, account: 'MS7K2Q4' })
    }
    expect(
      readPaymentMessage(
        `${mpesaCode} Imethibitishwa. Umepokea Ksh250,000.00 kutoka kwa FATUMA NOOR 0711000301 tarehe 2/11/26 saa 8:15 PM. Salio`,
      ),
    ).toMatchObject({
      direction: 'received',
      partyName: 'FATUMA NOOR',
      partyNumber: '0711000301',
      at: '2026-11-02T17:15:00.000Z',
    })
  })

  test('received by the company', () => {
    for (const [time, amount, from] of combinations(times, amounts, [
      ...['YUSUF ABDI 254722000118', '254722000118 YUSUF ABDI', 'YUSUF ABDI 25472****118.'],
    ])) {
      const text = `${mpesaCode} Confirmed. ${time} ${amount} received from ${from}. Account Number MS7K2Q4 New Utility balance is Ksh1`
      expect(readPaymentMessage(text, 'received'), text).toMatchObject({
        ...sent,
        direction: 'received',
        partyName: 'YUSUF ABDI',
        account: 'MS7K2Q4',
      })
    }
  })

  test.each([
    'You have insufficient funds in your M-PESA account to send Ksh1,000.00',
    'Your account balance was: M-PESA Account : Ksh100.00 on 2/11/26 at 8:15 AM',
    'Reversal of transaction UK2AAAAAA1 has been completed on 2/11/26 at 8:15 AM and Ksh1,000.00 is debited',
  ])('but not: %s', (text) => {
    expect(readPaymentMessage(`${mpesaCode} Confirmed. ${text}`)).toHaveProperty('problem')
  })
})

describe('BANK-211 messages of Somali providers in any usual writing', () => {
  const evc = ['[-EVCPLUS-]', '[-EVCPlus-]', '-EVC PLUS-']
  const days = ['Tar: 02/11/26 17:40:16', 'Tar:02/11/2026 17:40:16', 'tar: 02-11-26 17:40']
  const dollars = ['$1,250.5', 'USD 1250.50', '1,250.50 Dollar', '$ 1250.5']
  const names = ['HODAN CILMI(252610000301)', 'HODAN CILMI (252610000301) ', '252610000301']
  test.each<[direction: string, verbs: string[]]>([
    ['received', ['ka heshay', 'kaheshay', 'ayaad ka Heshay']],
    ['sent', ['uwareejisay', 'u wareejisay', 'ayaad u warejisay', 'u dirtay']],
  ])('EVC Plus, %s', (direction, verbs) => {
    for (const [provider, amount, verb, name, day] of combinations(
      evc,
      dollars,
      verbs,
      names,
      days,
    )) {
      const text = `${provider} waxaad ${amount} ${verb} ${name}, ${day}, Haraagaagu waa $20.5.`
      expect(readPaymentMessage(text), text).toMatchObject({
        direction,
        provider: 'evc-plus',
        minor: 125_050n,
        currency: 'USD',
        code: null,
        partyNumber: '252610000301',
        on: '2026-11-02',
        partyName: name?.startsWith('HODAN') ? 'HODAN CILMI' : null,
      })
    }
  })

  test('ZAAD in three currencies, its number wherever it stands', () => {
    for (const [number, amount, verb] of combinations(
      ['Tix: 15652525521, ', 'Ref:15652525521 ', 'Ref: 15652525521 , Waxaad '],
      ['SLSH150,000', 'SLSH 150000', '$150,000', 'SOS150,000'],
      ['ka heshay', 'u wareejisay', 'ayaad u dirtay'],
    )) {
      const text = `[-ZAAD SHILLING-] ${number}${amount} ${verb} MAXAMED NUUX (634000305) Tar: 03/11/26 23:01:33, Hadhaagaaga:SLSH714,900.4.`
      const [, currency = ''] = /^(\D+?) ?\d/.exec(amount ?? '') ?? []
      expect(readPaymentMessage(text), text).toMatchObject({
        provider: 'zaad',
        code: '15652525521',
        minor: 15_000_000n,
        currency: currency.replace('$', 'USD'),
        direction: verb === 'ka heshay' ? 'received' : 'sent',
        partyName: 'MAXAMED NUUX',
        partyNumber: '634000305',
        at: '2026-11-03T20:01:33.000Z',
      })
    }
  })

  test('eDahab, with the amount before or after the verb', () => {
    const starts = [
      ...['500 Dollar Ayaad Ka Heshay Hodan Cilmi.', 'Waxaad $500 ka heshay Hodan Cilmi.'],
      ...['$500 ayaad u warejisay Hodan Cilmi.', 'Waxaad u dirtay $500 Hodan Cilmi.'],
    ]
    const numbers = ['Tixrac: ', 'Aqanoosiga : ', 'Tixraac:'].map(
      (name) => `${name}PP261103.1137.E48452`,
    )
    for (const [start, number, day] of combinations(starts, numbers, [
      'Tariikh:03-11-2026',
      'Tar: 03/11/26',
    ])) {
      const text = `${start} No: 620000307. ${number} Haraaga: 0.07 Dollar Kharashyada:0 Dollar ${day}[-eDahab-Service-]`
      expect(readPaymentMessage(text), text).toMatchObject({
        provider: 'edahab',
        code: 'PP261103.1137.E48452',
        minor: 50_000n,
        currency: 'USD',
        partyName: 'Hodan Cilmi',
        partyNumber: '620000307',
        on: '2026-11-03',
        direction: /heshay/i.test(text) ? 'received' : 'sent',
      })
    }
  })

  test('in English', () => {
    const text =
      '[-EVCPLUS-] You have sent $500 to HODAN CILMI(610000306), Date: 02/11/26 17:40:16.'
    const result = { direction: 'sent', minor: 50_000n, partyName: 'HODAN CILMI' }
    expect(readPaymentMessage(text)).toMatchObject(result)
    expect(
      readPaymentMessage(text.replace('sent', 'received').replace(' to ', ' from ')),
    ).toMatchObject({ ...result, direction: 'received' })
  })
})
