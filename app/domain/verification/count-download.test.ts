import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setClock } from '../../platform/clock.server.ts'
import { admitDownload } from './count-download.server.ts'

const noon = '2026-03-10T12:00:00+03:00'
beforeEach(() => setClock(() => new Date(noon)))
afterEach(() => setClock())

test('VERIF-007 a network has sixty downloads an hour, an item counts once of them, others are not affected', () => {
  const ids = Array.from({ length: 60 }, () => randomUUID())
  const [first = ''] = ids
  expect(ids.map((entry) => admitDownload(entry, '203.0.113.7'))).toEqual(ids.map(() => 'first'))
  expect(admitDownload(first, '203.0.113.7')).toBe('too-many')
  expect(admitDownload(first, '203.0.113.8')).toBe('first')
  expect(admitDownload(first, '203.0.113.8')).toBe('again')
  setClock(() => new Date(new Date(noon).getTime() + 3_600_000))
  expect(admitDownload(first, '203.0.113.7')).toBe('first')
})
