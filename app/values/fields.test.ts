import { expect, test } from 'vitest'
import type { z } from 'zod'
import { phoneReader } from '../platform/phone.server.ts'
import {
  amount,
  checkbox,
  emailAddress,
  optionalAmount,
  optionalDay,
  optionalNote,
  optionalPercent,
  optionalPhone,
  optionalText,
  positiveAmount,
  requiredDay,
  requiredNote,
  requiredText,
} from './fields.ts'

/** What the field makes of a text: its value, or the first sentence of its refusal. */
function read(field: z.ZodType, text: string): unknown {
  const parsed = field.safeParse(text)
  return parsed.success ? parsed.data : { refused: parsed.error.issues[0]?.message }
}

test('LIM-025 (W-51) a required line is trimmed, composed, limited, and free of control characters', () => {
  const name = requiredText(5, 'Please enter a name.')
  expect(read(name, '  Anna ')).toBe('Anna')
  expect(read(name, 'Zoe\u0308')).toBe('Zoë')
  expect(read(name, '👩👩👩👩👩')).toBe('👩👩👩👩👩')
  expect(read(name, ' \t ')).toEqual({ refused: 'Please enter a name.' })
  expect(read(name, 'Annabel')).toEqual({ refused: 'Please keep this to 5 characters.' })
  expect(read(name, 'An\u0000a')).toEqual({ refused: 'Please remove the invisible characters.' })
  expect(read(name, 'An\na')).toEqual({ refused: 'Please remove the invisible characters.' })
})

test('a note keeps its lines', () => {
  const reason = requiredNote(20, 'Please give a reason.')
  expect(read(reason, 'Booked\r\ntwice\n')).toBe('Booked\ntwice')
  expect(read(reason, 'Booked\u202E twice\u2066')).toBe('Booked twice')
  expect(read(reason, '')).toEqual({ refused: 'Please give a reason.' })
  expect(read(reason, 'bell \u0007')).toEqual({
    refused: 'Please remove the invisible characters.',
  })
})

test('what may stay empty is null then', () => {
  for (const field of [
    optionalText(9),
    optionalNote(9),
    optionalAmount(),
    optionalDay(),
    optionalPercent(),
  ]) {
    expect(read(field, '  ')).toBeNull()
  }
  expect(read(optionalText(9), ' x ')).toBe('x')
  expect(read(optionalNote(9), 'x\r\ny')).toBe('x\ny')
  expect(read(optionalAmount(), '0')).toBe(0n)
  expect(read(optionalAmount(), 'x')).toEqual({
    refused: 'Enter the amount in digits, like 1,250.00.',
  })
  expect(read(optionalDay(), '2026-03-31')).toBe('2026-03-31')
  expect(read(optionalPercent(), '12.5')).toBe(1250)
  expect(read(optionalPercent(), '101')).toEqual({ refused: 'A percentage can be at most 100.' })
})

test('an email address is trimmed and in lower case', () => {
  expect(read(emailAddress(), ' Anna.Wanjiru@Example.COM ')).toBe('anna.wanjiru@example.com')
  for (const text of [
    '',
    'anna',
    'anna@',
    '@example.com',
    'anna@example',
    'a b@example.com',
    'anna@example.com\n.x',
  ]) {
    expect(read(emailAddress(), text)).toEqual({ refused: 'Please enter a valid email address' })
  }
  expect(read(emailAddress(), `${'a'.repeat(250)}@example.com`)).toEqual({
    refused: 'Please enter a valid email address',
  })
})

test('amounts and days are exact, with the sentence the form wants', () => {
  expect(read(amount(), '0')).toBe(0n)
  expect(read(amount(), '')).toEqual({ refused: 'Enter an amount.' })
  expect(read(positiveAmount('Payment must be greater than zero.'), '0.00')).toEqual({
    refused: 'Payment must be greater than zero.',
  })
  expect(read(positiveAmount('Payment must be greater than zero.'), '12,50')).toEqual({
    refused: 'Use a point before the cents: 12.50.',
  })
  expect(read(requiredDay('When?'), '')).toEqual({ refused: 'When?' })
  expect(read(requiredDay('When?'), '2026-02-30')).toEqual({
    refused: 'This date does not exist.',
  })
})

test('a checkbox is true when ticked', () => {
  expect([read(checkbox(), 'on'), read(checkbox(), '')]).toEqual([true, false])
})

test('DATA-310 a phone number is read however people write it, and stored in one form', () => {
  const phone = optionalPhone(phoneReader('KE'))
  const written = {
    '+254711000000': [
      '+254 711 000 000',
      '0711.000.000',
      '711000000',
      '254711000000',
      '+254 (0)711 000 000',
      '00254711000000',
    ],
    '+254711000111': [
      '254711000111.0',
      '+2540711000111',
      '\u202A+254\u200E711\u202C000111',
      '٠٧١١٠٠٠١١١',
      '۰۷۱۱ ۰۰۰ ۱۱۱',
    ],
    '+254201234567': ['(020) 123-4567'],
    '+252615550001': ['+252 61 555 0001', '252615550001', '0025261 5550001'],
    '+16125550100': ['+1 (612) 555-0100', '＋1 612 555 0100'],
  }
  for (const [stored, ways] of Object.entries(written)) {
    for (const way of ways) expect(read(phone, ` ${way} `), way).toBe(stored)
  }
  expect(read(phone, ' \u200b')).toBeNull()
  const refused = { refused: 'Enter a phone number, like +254 711 000 000' }
  for (const wrong of [
    'call me',
    '0711 000 000 ext 4',
    '711+000000',
    '12345',
    '+1234567890123456',
    '+999 123 4567',
    '+254 711 000 1',
    '+254 711 000 1234',
    '0711 000 13',
    '+44 20 7946 012',
    '+252 61 555 01',
  ]) {
    expect(read(phone, wrong), wrong).toEqual(refused)
  }
  expect(read(phone, '2.54711E+11')).toMatchObject({
    refused: expect.stringContaining('A spreadsheet shortened'),
  })
  expect(read(optionalPhone(phoneReader('SO')), '061 555 0001')).toBe('+252615550001')
  expect(read(optionalPhone(phoneReader('')), '0711 000 000')).toEqual(refused)
})

test('DATA-300 invisible text is not filled in, in any kind of field', () => {
  const invisible = [
    '\u200b',
    '\u2800',
    '\u3164',
    '\u2060',
    '\u00ad',
    '\u200e\u200f',
    '\ufeff \u00a0\u2003',
    '\u115f\uffa0',
    '\u180e\u061c',
    '\u0301',
    ' \u200b\u064b\u0323',
  ]
  for (const text of invisible) {
    expect(read(requiredText(5, 'Missing'), text)).toEqual({ refused: 'Missing' })
    expect(read(requiredNote(5, 'Missing'), text)).toEqual({ refused: 'Missing' })
    expect(read(requiredDay('Missing'), text)).toEqual({ refused: 'Missing' })
    for (const field of [
      optionalText(5),
      optionalNote(5),
      optionalAmount(),
      optionalDay(),
      optionalPercent(),
    ]) {
      expect(read(field, text)).toBeNull()
    }
  }
})

test('DATA-301 a line keeps one space for each run of blanks, and no invisible characters but those that letters need', () => {
  const name = requiredText(40, 'Missing')
  expect(read(name, '\u00a0Sahra \u2003\u00a0 Jama\u200b\u2800')).toBe('Sahra Jama')
  expect(read(name, 'Sah\u200bra\u00ad')).toBe('Sahra')
  expect(read(name, 'می\u200cخواهم')).toBe('می\u200cخواهم')
  expect(read(requiredNote(40, 'Missing'), ' two  blanks\nand a line \u200b')).toBe(
    'two  blanks\nand a line',
  )
  expect(read(emailAddress(), 'Zero.Width@example.com\u200b')).toBe('zero.width@example.com')
})
