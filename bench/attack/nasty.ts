/** Numbers from 0 to below 1 that are the same for the same seed. */
export type Chance = () => number

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function oneOf<Choice>(chance: Chance, choices: readonly Choice[]): Choice {
  const choice = choices[Math.floor(chance() * choices.length)]
  if (choice === undefined) throw new Error('nothing to choose from')
  return choice
}

/** What no honest form holds: each has broken some program. */
export const nastyValues: readonly string[] = [
  '',
  ' ',
  'x'.repeat(5_000),
  'ü'.repeat(250_000),
  'x'.repeat(1_100_000),
  '1'.repeat(400),
  '\u0000',
  'a\u0000b',
  '\u0001\u0007\u001b[31m',
  '\u202egnp.exe\u2066\u2069',
  '\ufeff\u200b\u200d',
  '\ud800',
  '\udfff\ud800',
  '👩‍👩‍👧‍👦'.repeat(200),
  'Z\u0351\u036b\u0343'.repeat(300),
  'ﷺ'.repeat(100),
  '\r\nSet-Cookie: a=b\r\n\r\n',
  "' or '1'='1",
  "'; drop table app.investor; --",
  "' union select password from auth.account --",
  '1; select pg_sleep(10)',
  '%',
  '_%\\',
  'a & | ! ( :*',
  '"<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '</script><svg/onload=alert(1)>',
  '{{7*7}}<%= 7*7 %>#{7*7}',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '..\\..\\windows\\win.ini',
  '%00',
  '%c0%ae%c0%ae/',
  'file:///etc/passwd',
  '//evil.example',
  'https://evil.example/\\@',
  'javascript:alert(1)',
  '-1',
  '0',
  '-0',
  '1e309',
  'NaN',
  'Infinity',
  '0x10',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '99999999999999999999999999.99',
  '-99999999999999999999',
  '0.001',
  '1.250,00',
  '１２３',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '10000-01-01',
  '-0001-01-01',
  '2026-13-45T99:99:99Z',
  'true',
  'null',
  'undefined',
  '[]',
  '[object Object]',
  '{"$gt":""}',
  '__proto__',
  'constructor',
  'toString',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '{00000000-0000-0000-0000-000000000000}',
  'not-a-uuid',
  'someone@example.com, other@example.com',
  `${'a'.repeat(300)}@example.com`,
  '"a b"@[127.0.0.1]',
  '=cmd|/C calc!A0',
  '+254 700 000 000 000 000 000 000',
  '(?:a+)+$',
  `${'a'.repeat(30_000)}!`,
  '('.repeat(3_000),
]

const short = nastyValues.filter((value) => value.length < 500)
/** A value that still fits in an address. */
export const shortNasty = (chance: Chance) => oneOf(chance, short)

const plain = short.filter((value) => value.trim() !== '' && !/\p{Cc}/u.test(value))
/** A value that most fields take: short, not blank, without control characters. */
export const plainNasty = (chance: Chance) => oneOf(chance, plain)

/** Half of a pair that stands alone cannot be escaped; the others are. */
export const escaped = (text: string) => encodeURIComponent(text.toWellFormed())
