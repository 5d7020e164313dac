import { expect, test } from 'vitest'
import type { Company } from './company.ts'
import { fieldsOf, rowsIn } from './company-fields.ts'
import { demoCompany } from './demo-company.ts'
import { changedSettings, mergeFields } from './merge-fields.ts'

const base = fieldsOf(demoCompany)
const changed = (facts: Partial<Company>) => fieldsOf({ ...demoCompany, ...facts })

test('what only the other changed is taken over, what this person typed stays, and both are told', () => {
  const stored = changed({ headline: 'Theirs', motto: 'Theirs too', phone: null })
  const typed = { ...changed({ motto: 'Mine', tagline: 'Only mine' }), version: '1' }
  const { fields, changes } = mergeFields({ base, stored, typed })
  expect(fields).toMatchObject({
    headline: 'Theirs',
    motto: 'Mine',
    tagline: 'Only mine',
    phone: '',
    version: '1',
  })
  expect(changes).toEqual([
    { name: 'headline', before: demoCompany.headline, now: 'Theirs', kept: false },
    { name: 'motto', before: demoCompany.motto, now: 'Theirs too', kept: true },
    { name: 'phone', before: demoCompany.phone, now: '', kept: false },
  ])
})

test('a list is one setting: taken over whole, or kept whole', () => {
  const first = { days: 'Daily', open: '8:00-6:00' }
  const taken = mergeFields({ base, stored: changed({ hours: [first] }), typed: base })
  expect(rowsIn(taken.fields, 'hours')).toEqual([first])
  expect(taken.changes).toEqual([
    {
      name: 'hours',
      before: 'Mon-Fri, 9:00-5:00\nSat, 10:00-2:00\nSun, closed',
      now: 'Daily, 8:00-6:00',
      kept: false,
    },
  ])
  const kept = mergeFields({
    base,
    stored: changed({ hours: [first] }),
    typed: changed({ hours: [] }),
  })
  expect(rowsIn(kept.fields, 'hours')).toEqual([])
  expect(kept.changes).toMatchObject([{ name: 'hours', kept: true }])
})

test('two who did the same have nothing to settle', () => {
  const same = changed({ headline: 'The same' })
  expect(mergeFields({ base, stored: same, typed: same })).toEqual({ fields: same, changes: [] })
})

test('settings are counted once, lists included, wherever they begin', () => {
  expect(changedSettings(base, base)).toEqual([])
  expect(changedSettings(base, changed({ figures: null, offices: [] }))).toEqual([
    'figures.properties',
    'figures.invested',
    'figures.satisfaction',
    'offices',
  ])
  expect(changedSettings(changed({ offices: [] }), base)).toEqual(['offices'])
})
