import { describe, expect, test } from 'vitest'
import { formOf } from '../../../tests/requests.ts'
import { phoneReader } from '../../platform/phone.server.ts'
import { parseForm } from '../../values/form.ts'
import { checkInquiry } from './check-inquiry.ts'
import type { PublicSource } from './inquiry.ts'
import { contactInquirySchema, LandingInquirySchema } from './inquiry-schema.ts'

const contact = {
  name: 'Hodan Ali',
  email: 'hodan@example.com',
  phone: '+252 61 555 0100',
  message: 'Hello',
}
const landing = {
  name: 'Hodan Ali',
  email: 'hodan@example.com',
  subject: 'A flat',
  message: 'Hello',
}

function schemaSays(source: PublicSource, typed: Record<string, string>) {
  const form = formOf(typed)
  const parsed =
    source === 'contact'
      ? parseForm(contactInquirySchema(phoneReader('KE')), form)
      : parseForm(LandingInquirySchema, form)
  return parsed.ok ? {} : parsed.reply.errors
}

const browserSays = (source: PublicSource, typed: Record<string, string>) =>
  checkInquiry(source, (field) => typed[field] ?? '')

/** What both say: first the browser, then the server. */
function bothSay(source: PublicSource, typed: Record<string, string>) {
  const messages = browserSays(source, typed)
  expect(messages).toEqual(schemaSays(source, typed))
  return messages
}

test('PUB-086 the contact page needs name, email and message', () => {
  expect(bothSay('contact', { name: ' ', email: '', phone: '', message: '\n' })).toEqual({
    name: 'Please enter your name',
    email: 'Please enter a valid email address',
    message: 'Please enter a message',
  })
  expect(bothSay('contact', contact)).toEqual({})
})

test('PUB-087 the contact page takes an empty phone number', () => {
  expect(bothSay('contact', { ...contact, phone: '' })).toEqual({})
})

test('a phone number must be one, as where an investor is made of its sender', () => {
  for (const phone of ['abc', '12345', '0'.repeat(16), '0711 000 000 ext 4']) {
    expect(bothSay('contact', { ...contact, phone })).toEqual({
      phone: 'Enter a phone number, like +254 711 000 000',
    })
  }
})

test('a phone number copied with its invisible marks is taken', () => {
  expect(bothSay('contact', { ...contact, phone: '\u202A+254 711 000 000\u202C' })).toEqual({})
})

test('PUB-041 the landing page needs all four', () => {
  expect(bothSay('landing', { name: '', email: '', subject: '', message: '' })).toEqual({
    name: 'Please enter your name',
    email: 'Please enter a valid email address',
    subject: 'Please enter a subject',
    message: 'Please enter a message',
  })
  expect(bothSay('landing', landing)).toEqual({})
})

describe('PUB-042 PUB-088 an email value that is not shaped like an address is refused', () => {
  test.each([
    'hodan',
    'hodan@',
    '@example.com',
    'hodan@example',
    'ho dan@example.com',
    'a@b@example.com',
  ])('%s', (email) => {
    const refused = { email: 'Please enter a valid email address' }
    expect(bothSay('contact', { ...contact, email })).toEqual(refused)
    expect(bothSay('landing', { ...landing, email })).toEqual(refused)
  })
})

test('every text has a length, counted as people count, and says so next to its field', () => {
  const long = (most: number) => `Please keep this to ${most} characters.`
  const roofs = (count: number) => '🏠'.repeat(count)
  expect(
    bothSay('contact', {
      ...contact,
      name: roofs(200),
      phone: `0711${' '.repeat(30)}000000`,
      message: roofs(5000),
    }),
  ).toEqual({})
  expect(bothSay('landing', { ...landing, subject: roofs(200) })).toEqual({})
  expect(
    bothSay('contact', {
      ...contact,
      name: roofs(201),
      phone: '0'.repeat(41),
      message: roofs(5001),
    }),
  ).toEqual({
    name: long(200),
    phone: long(40),
    message: long(5000),
  })
  expect(bothSay('landing', { ...landing, subject: 'a'.repeat(201) })).toEqual({
    subject: long(200),
  })
  expect(
    bothSay('contact', { ...contact, email: `${'a'.repeat(250)}@example.com` }),
  ).toHaveProperty('email')
})

test('a message of 10 MB is refused by the browser, before it is sent', () => {
  const message = 'x'.repeat(10_000_000)
  expect(browserSays('contact', { ...contact, message })).toEqual({
    message: 'Please keep this to 5000 characters.',
  })
})

test('nothing that could end the header of a mail gets into a name or a subject', () => {
  for (const breaking of [
    'Hodan\r\nBcc: all@example.com',
    'Hodan\nBcc: all@example.com',
    'Hodan\u0000',
    'Hodan\u0085x',
  ]) {
    expect(schemaSays('contact', { ...contact, name: breaking })).toHaveProperty('name')
    expect(schemaSays('landing', { ...landing, subject: breaking })).toHaveProperty('subject')
  }
  expect(
    schemaSays('contact', { ...contact, phone: '1\n2', message: 'two\nlines\tand a tab' }),
  ).toEqual({
    phone: 'Please remove the invisible characters.',
  })
})
