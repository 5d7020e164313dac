import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { formOf } from '../../../tests/requests.ts'
import { parseForm } from '../../values/form.ts'
import { usd } from '../../values/money.ts'
import { AddProjectSchema } from './project-schema.ts'

const complete = {
  key: randomUUID(),
  name: 'Garden City',
  location: 'Nairobi',
  status: 'ongoing',
  totalValue: '175,000',
}

function read(fields: Record<string, string>) {
  const parsed = parseForm(AddProjectSchema, formOf({ ...complete, ...fields }))
  return parsed.ok ? parsed.value : parsed.reply.errors
}

describe('the form of a project', () => {
  test('MPR-012 name and location are required', () => {
    expect(read({ name: '  ', location: '' })).toEqual({
      name: 'Name is required',
      location: 'Location is required',
    })
  })

  test('MPR-013 the total value must be typed and cannot be below 0; 0 is a value', () => {
    expect(read({ totalValue: '' })).toEqual({ totalValue: 'Enter an amount.' })
    expect(read({ totalValue: '-1' })).toEqual({
      totalValue: 'An amount cannot be negative. Remove the minus sign.',
    })
    expect(read({ totalValue: '0' })).toMatchObject({ totalValue: usd('0') })
  })

  test('MPR-014 the progress lies between 0 and 100', () => {
    expect(read({ progress: '0' })).toMatchObject({ progress: 0 })
    expect(read({ progress: ' 100 % ' })).toMatchObject({ progress: 100 })
    for (const progress of ['101', '-1', '50.5', '1e2', '٥']) {
      expect(read({ progress })).toEqual({ progress: 'Progress is a whole number from 0 to 100.' })
    }
  })

  test('MPR-015 (W-56) an empty progress is 0, and a figure that cannot be read is refused, never taken for 0', () => {
    expect(read({ progress: '' })).toMatchObject({ progress: 0 })
    expect(read({ progress: 'ten' })).toEqual({
      progress: 'Progress is a whole number from 0 to 100.',
    })
    expect(read({ totalValue: '1.250,00' })).toHaveProperty('totalValue')
    expect(read({ annualReturn: 'much' })).toHaveProperty('annualReturn')
  })

  test('the completion cannot come before the start', () => {
    expect(read({ startedOn: '2026-03-02', completionOn: '2026-03-01' })).toEqual({
      completionOn: 'The completion date cannot come before the start date.',
    })
    expect(read({ startedOn: '', completionOn: '2026-03-01' })).toMatchObject({
      completionOn: '2026-03-01',
    })
  })

  test('an Arabic name stays as it was typed, and one of 200 characters is refused with words', () => {
    expect(read({ name: ' أبراج مقديشو ' })).toMatchObject({ name: 'أبراج مقديشو' })
    expect(read({ name: 'x'.repeat(200) })).toEqual({ name: 'Please keep this to 120 characters.' })
  })
})
