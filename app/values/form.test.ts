import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkbox, emailAddress, positiveAmount, requiredDay, requiredText } from './fields.ts'
import { parseForm, refuseForm } from './form.ts'

const PaymentSchema = z.object({
  amount: positiveAmount('Payment must be greater than zero.'),
  receivedOn: requiredDay('Please enter the date of the payment.'),
})

function posted(...fields: [name: string, value: string | File][]): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

test('a form that reads well becomes exact values, and only those of its schema', () => {
  const form = posted(['amount', '1,250.00'], ['receivedOn', '2026-03-31'], ['role', 'admin'])
  expect(parseForm(PaymentSchema, form)).toEqual({
    ok: true,
    value: { amount: 125_000n, receivedOn: '2026-03-31' },
  })
})

test('a refused form answers a sentence per field and what was typed, untouched', () => {
  expect(
    parseForm(PaymentSchema, posted(['amount', ' 12,50 '], ['receivedOn', '2026-02-30'])),
  ).toEqual({
    ok: false,
    reply: {
      errors: {
        amount: 'Use a point before the cents: 12.50.',
        receivedOn: 'This date does not exist.',
      },
      values: { amount: ' 12,50 ', receivedOn: '2026-02-30' },
    },
  })
})

test('what no one sees or can fix, the key and the version, is refused above the fields', () => {
  const schema = PaymentSchema.extend({
    key: z.uuid('Reload the page.'),
    version: z.coerce.number('Reload it.').int(),
  })
  for (const unseen of [
    ['key', 'version'],
    ['version', 'key'],
  ] as const) {
    const form = posted(
      ['amount', 'x'],
      ['receivedOn', '2026-03-31'],
      [unseen[0], 'wrong'],
      [unseen[1], ''],
    )
    const parsed = parseForm(schema, form)
    expect(parsed).toMatchObject({ ok: false, reply: { message: 'Reload the page.' } })
    expect(parsed.ok || Object.keys(parsed.reply.errors)).toEqual(['amount'])
  }
})

test('an absent field counts as empty', () => {
  expect(parseForm(PaymentSchema, posted())).toEqual({
    ok: false,
    reply: {
      errors: { amount: 'Enter an amount.', receivedOn: 'Please enter the date of the payment.' },
      values: {},
    },
  })
})

test('passwords, tokens and files are never echoed', () => {
  const form = posted(
    ['email', 'anna'],
    ['password', 'Foundation-2020'],
    ['newPassword', 'x'],
    ['inviteToken', 'y'],
    ['contract', new File(['bytes'], 'contract.pdf')],
  )
  const parsed = parseForm(z.object({ email: emailAddress() }), form)
  expect(parsed).toEqual({
    ok: false,
    reply: { errors: { email: 'Please enter a valid email address' }, values: { email: 'anna' } },
  })
})

test('a repeated name fills a list; elsewhere the last value counts', () => {
  const schema = z.object({
    ids: z.array(z.string()).min(1, 'Choose at least one.'),
    tags: z.array(z.string()).optional(),
    agreed: checkbox(),
  })
  const form = posted(['ids', 'a'], ['ids', 'b'], ['agreed', ''], ['agreed', 'on'])
  expect(parseForm(schema, form)).toEqual({
    ok: true,
    value: { ids: ['a', 'b'], tags: [], agreed: true },
  })
  expect(parseForm(schema, posted(['ids', 'a']))).toMatchObject({
    ok: true,
    value: { ids: ['a'], agreed: false },
  })
  expect(parseForm(schema, posted(['agreed', '']))).toMatchObject({
    ok: false,
    reply: { errors: { ids: 'Choose at least one.' } },
  })
  expect(refuseForm(form, {}).values).toEqual({ ids: 'a\nb', agreed: '\non' })
})

test('a file field left empty counts as empty', () => {
  const schema = z.object({ cover: z.file('Please choose a picture.') })
  expect(parseForm(schema, posted(['cover', new File([], '')]))).toMatchObject({
    ok: false,
    reply: { errors: { cover: 'Please choose a picture.' }, values: {} },
  })
  const picture = new File(['bytes'], 'cover.jpg')
  expect(parseForm(schema, posted(['cover', picture]))).toMatchObject({
    ok: true,
    value: { cover: { size: 5 } },
  })
})

test('a file where text is read is refused in words for people', () => {
  const schema = z.object({ message: requiredText(9, 'Please enter a message') })
  expect(parseForm(schema, posted(['message', new File(['bytes'], 'note.txt')]))).toMatchObject({
    reply: { errors: { message: 'Please type this in. A file cannot be sent here.' } },
  })
})

test('a rule over several fields answers for the form as a whole, or for the field it names', () => {
  const period = z
    .object({ from: requiredDay('From?'), to: requiredDay('To?') })
    .refine(({ from, to }) => from <= to, 'The period ends before it begins.')
    .refine(({ from }) => from >= '2020-01-01', { path: ['from'], error: 'We began in 2020.' })
  expect(parseForm(period, posted(['from', '2019-03-01'], ['to', '2019-02-01']))).toMatchObject({
    reply: { message: 'The period ends before it begins.', errors: { from: 'We began in 2020.' } },
  })
})

test('only the first sentence of a field is shown', () => {
  const schema = z.object({
    name: requiredText(3, 'Please enter a name.').refine(() => false, 'Second.'),
  })
  expect(parseForm(schema, posted(['name', 'Anna']))).toMatchObject({
    reply: { errors: { name: 'Please keep this to 3 characters.' } },
  })
})

test('names that JavaScript knows are ordinary names here', () => {
  const parsed = parseForm(PaymentSchema, posted(['__proto__', 'x'], ['constructor', 'y']))
  if (parsed.ok) throw new Error('an empty payment was accepted')
  expect(Object.getPrototypeOf(parsed.reply.values)).toBe(Object.prototype)
  expect(Object.entries(parsed.reply.values)).toEqual([
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ])
})

test('a refusal of the business keeps what was typed', () => {
  const form = posted(['amount', '5,000'], ['password', 'secret'])
  expect(refuseForm(form, { message: 'Payment cannot exceed the remaining $1,000.' })).toEqual({
    errors: {},
    values: { amount: '5,000' },
    message: 'Payment cannot exceed the remaining $1,000.',
  })
})
