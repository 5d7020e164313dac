import { describe, expect, test } from 'vitest'
import { formOf } from '../../../tests/requests.ts'
import { phoneReader } from '../../platform/phone.server.ts'
import { fieldsOf } from './company-fields.ts'
import { parseCompany } from './company-schema.ts'
import { demoCompany } from './demo-company.ts'
import { readStoredCompany } from './stored-company.ts'

const typed = { ...fieldsOf(demoCompany), version: '1' }

/** What the form makes of these fields, the others being the demo's. */
function read(fields: Record<string, string>) {
  const parsed = parseCompany(formOf({ ...typed, ...fields }), 2026, phoneReader(''))
  return parsed.ok ? parsed.value.company : parsed.reply.errors
}

test('what the form shows is read back as the same company', () => {
  expect(read({})).toEqual(demoCompany)
  expect(parseCompany(formOf({ ...typed, version: '7' }), 2026, phoneReader(''))).toMatchObject({
    value: { version: 7 },
  })
})

test('a WhatsApp number is kept as digits, and refused when it is no international one', () => {
  for (const whatsapp of [
    '+254 711 000 000',
    '254711000000',
    '+254 (0)711 000-000',
    '00254711000000',
  ]) {
    expect(read({ whatsapp })).toMatchObject({ whatsapp: '254711000000' })
  }
  expect(read({ whatsapp: ' ' })).toMatchObject({ whatsapp: null })
  for (const whatsapp of [
    '0711 000 000',
    '1234567',
    '1234567890123456',
    '+254 711 CALL ME',
    '٢٥٤٧١١',
  ]) {
    expect(read({ whatsapp })).toEqual({
      whatsapp: 'Enter the number with its country code, like +254 711 000 000.',
    })
  }
})

test('an address that no one reads is no contact', () => {
  for (const email of ['no-reply@msingi.test', 'NoReply@msingi.test', 'do_not_reply@msingi.test']) {
    expect(read({ supportEmail: email })).toEqual({
      supportEmail: 'Enter an email address that your team reads.',
    })
  }
  expect(read({ contactEmail: 'noreen@msingi.test' })).toMatchObject({
    contactEmail: 'noreen@msingi.test',
  })
})

test('a phone number stays as it is written, and needs digits', () => {
  expect(read({ phone: '+254 (20) 000-0000' })).toMatchObject({ phone: '+254 (20) 000-0000' })
  expect(read({ phone: '' })).toMatchObject({ phone: null })
  for (const phone of ['call us', '+', '12']) expect(read({ phone })).toHaveProperty('phone')
})

test('a social link begins with https and has a host; without one it is not set', () => {
  expect(read({ 'social.twitter': 'https://x.com/msingi' })).toMatchObject({
    social: { ...demoCompany.social, twitter: 'https://x.com/msingi' },
  })
  for (const address of [
    'instagram/msingi',
    'http://instagram.com/m',
    'javascript:alert(1)',
    'data:text/html,x',
  ]) {
    expect(read({ 'social.instagram': address })).toEqual({
      'social.instagram': 'Start with https://',
    })
  }
  for (const address of [
    'https://',
    'https://nowhere',
    'https://somebody:secret@x.com/',
    'https://x.com:a',
  ]) {
    expect(read({ 'social.linkedin': address })).toEqual({
      'social.linkedin': 'Enter a full address, like https://example.com/name.',
    })
  }
})

test('the three figures are there together or not at all', () => {
  const none = { 'figures.properties': '', 'figures.invested': '', 'figures.satisfaction': '' }
  expect(read(none)).toMatchObject({ figures: null })
  const sentence = 'Fill in all three or none.'
  expect(read({ ...none, 'figures.invested': '$10M+' })).toEqual({
    'figures.properties': sentence,
    'figures.satisfaction': sentence,
  })
})

test('a headline has at most eight words', () => {
  expect(read({ headline: 'one two three four five six seven eight' })).toHaveProperty('name')
  expect(read({ headline: 'one two three four five six seven eight nine' })).toEqual({
    headline: 'Please keep the headline to 8 words.',
  })
})

test('the year of the foundation lies behind us', () => {
  for (const foundedYear of ['2027', '1799', '20', 'MMXX', '2020.5']) {
    expect(read({ foundedYear })).toEqual({ foundedYear: 'Enter a year from 1800 to 2026.' })
  }
  expect(read({ foundedYear: ' 2026 ' })).toMatchObject({ foundedYear: 2026 })
})

test('BANK-264 the tax PIN is a KRA PIN, in either case', () => {
  for (const taxPin of ['051234567X', 'P05123456X', 'B051234567X', 'P0512345678'])
    expect(read({ taxPin })).toEqual({
      taxPin: 'Enter a KRA PIN like P051234567X: a letter, nine digits and a letter.',
    })
  expect(read({ taxPin: ' p051 234567x ' })).toMatchObject({ taxPin: 'P051234567X' })
  expect(read({ taxPin: '' })).toMatchObject({ taxPin: null })
})

describe('the rows of a list', () => {
  test('are named in the errors, so that each stands next to its own field', () => {
    expect(
      read({ 'offices.1.address': '', 'hours.0.days': ' ', 'testimonials.4.quote': '' }),
    ).toEqual({
      'offices.1.address': 'Address is required',
      'hours.0.days': 'Days are required',
      'testimonials.4.quote': 'Quote is required',
    })
  })

  test('are refused beyond the most there may be', () => {
    const many = Array.from({ length: 500 }, (_, index) => [
      [`offices.${index}.city`, 'Nairobi'],
      [`offices.${index}.address`, 'Muthaiga Road'],
    ])
    expect(read(Object.fromEntries(many.flat()))).toEqual({ offices: 'At most 10 offices.' })
  })
})

test('every text has a sane length, and markup is text like any other', () => {
  const texts = Object.keys(fieldsOf({ ...demoCompany, whatsapp: null }))
  const long = Object.fromEntries(texts.map((name) => [name, '𝄞'.repeat(10_000)]))
  expect(Object.keys(read(long)).toSorted()).toEqual(texts.toSorted())
  expect(read({ name: '<script>alert(1)</script>' })).toMatchObject({
    name: '<script>alert(1)</script>',
  })
  expect(read({ motto: 'one\u0000two' })).toEqual({
    motto: 'Please remove the invisible characters.',
  })
})

test('an empty form is refused field by field, and a form without fields is no fault', () => {
  const parsed = parseCompany(formOf({}), 2026, phoneReader(''))
  expect(parsed.ok ? {} : Object.keys(parsed.reply.errors).toSorted()).toEqual([
    'brand',
    'name',
    'phoneRegion',
    'riskWarning',
  ])
})

test.each(['QQ', 'K', 'KENYA', '1A'])('%s is no country', (phoneRegion) => {
  expect(read({ phoneRegion })).toEqual({ phoneRegion: 'Enter two letters, such as KE.' })
})

test('ADM-375 only names, country and risk warning must be there; what is empty is left out', () => {
  const words = ['headline', 'tagline', 'motto', 'blurb', 'about']
  const nothing = [...words, 'foundedYear', 'contactEmail', 'supportEmail']
  expect(read(Object.fromEntries(nothing.map((name) => [name, ' '])))).toMatchObject({
    ...Object.fromEntries(words.map((name) => [name, ''])),
    foundedYear: null,
    contactEmail: null,
    supportEmail: null,
  })
  const needed = ['name', 'brand', 'riskWarning', 'phoneRegion']
  expect(Object.keys(read(Object.fromEntries(needed.map((name) => [name, ' '])))).sort()).toEqual(
    needed.toSorted(),
  )
  for (const contactEmail of ['somebody', 'no-reply@nyumba.example'])
    expect(read({ contactEmail })).toHaveProperty('contactEmail', expect.stringContaining('nter'))
})

test('BANK-470 account codes have defaults, and neither formulas nor separators', () => {
  expect(read({ 'accountCodes.cash': ' 1-1020 ', 'accountCodes.rounding': ' ' })).toMatchObject({
    accountCodes: { ...demoCompany.accountCodes, cash: '1-1020', rounding: '4900' },
  })
  for (const code of ['=1+1', '-5', '+5', '@A1', '10,20', '10;20', '10|20', '"10"', "'10", '=\t1'])
    expect(read({ 'accountCodes.cash': code }), code).toHaveProperty(['accountCodes.cash'])
  expect(read({ 'accountCodes.cash': '1'.repeat(21) })).toHaveProperty(['accountCodes.cash'])
  expect(readStoredCompany({ accountCodes: { cash: '77' } }, '').accountCodes).toEqual({
    ...demoCompany.accountCodes,
    cash: '77',
  })
  expect(readStoredCompany({ accountCodes: 7 }, '').accountCodes).toEqual(demoCompany.accountCodes)
})
