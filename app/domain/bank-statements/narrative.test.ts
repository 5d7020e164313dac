import { describe, expect, test } from 'vitest'
import { kindOfBankLine, readNarrative } from './narrative.ts'
import type { StatementProfile } from './statement.ts'

describe('BANK-227 the narratives of banks', () => {
  test.each<[StatementProfile, string, name: string | null, typed: string | null, phone?: string]>([
    [
      'equity',
      'MPS 254711000301 UK23AFBT3L 441211#MS7K2Q4 FATUMA NOOR',
      'FATUMA NOOR',
      '441211#MS7K2Q4',
      '254711000301',
    ],
    [
      'equity',
      'MPS 254110000301 UK23AFBT3L 0990200000001 FATUMA NOOR',
      'FATUMA NOOR',
      null,
      '254110000301',
    ],
    [
      'equity',
      'MPS 254711000301 UK23AFBT3L M57K2O4 FATUMA HALIMA NOOR',
      'FATUMA HALIMA NOOR',
      'M57K2O4',
      '254711000301',
    ],
    ['equity', 'APP/YUSUF ABDI/rent nov', 'YUSUF ABDI', 'rent nov'],
    ['equity', 'EAZZYPAY/254763000091/UK23AFBT3L/MS7K2Q4/', null, 'MS7K2Q4', '254763000091'],
    ['equity', 'SWIFT: HODAN WARSAME/ MSR5H8D', 'HODAN WARSAME', 'MSR5H8D'],
    ['equity', 'CASH DEPOSIT BY JAMES KAMAU MS7K2Q4', 'JAMES KAMAU', 'MS7K2Q4'],
    [
      'kcb',
      'MOBILE TRANSFER FROM 25472****118 UK23AFBT3L YUSUF ABDI ms7k2q4',
      'YUSUF ABDI',
      'ms7k2q4',
    ],
    [
      'kcb',
      'UK2P04EUFI~441211#MS7K2Q4~254722000118~MPESAC2B_400222~YUSUF ABDI',
      'YUSUF ABDI',
      '441211#MS7K2Q4',
      '254722000118',
    ],
    [
      'mt940',
      '166?00TRANSFER?20MS7K2Q4 TOWERS?21NOV?32YUSUF ABDI?33HASSAN',
      'YUSUF ABDI HASSAN',
      'MS7K2Q4',
    ],
    ['mapped', 'Transfer from HODAN WARSAME ref MS7K2Q4', 'HODAN WARSAME', 'MS7K2Q4'],
  ])('%s: %s', (profile, narrative, payerName, typedReference, phone = undefined) => {
    expect(readNarrative(profile, narrative)).toMatchObject({
      payerName,
      typedReference,
      phone: phone ?? null,
    })
  })

  test('money in that names an investment is a payment, whatever else the bank writes', () => {
    const payment = { kind: 'payment', excluded: null }
    expect(kindOfBankLine('TRANSFER FROM OWN ACCOUNT HODAN MS7K2Q4', 100n)).toEqual(payment)
    expect(kindOfBankLine('TRANSFER FROM OWN ACCOUNT', 100n)).toMatchObject({
      excluded: 'own-transfer',
    })
    expect(kindOfBankLine('REVERSAL MS7K2Q4', 100n)).toMatchObject({ kind: 'reversal' })
    expect(kindOfBankLine('OWN ACCOUNT MS7K2Q4', -100n)).toMatchObject({ excluded: 'own-transfer' })
  })
})
