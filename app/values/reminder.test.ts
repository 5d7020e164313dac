import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, calendarDate } from './calendar-date.ts'
import { cents, sum } from './money.ts'
import { dueAmountWords, reminderAmounts } from './reminder.ts'

const today = calendarDate('2026-11-28')

const line = fc.record({
  dueOn: fc.integer({ min: -40, max: 40 }).map((days) => addDays(today, days)),
  open: fc.bigInt({ min: 1n, max: 900_000n }).map(cents),
  nearlyPaid: fc.boolean(),
})

test('PLAN-150 a reminder explains all that it asks for, and calls overdue only what was due before today', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), fc.nat(), (lines, choice) => {
      const dueOn = lines[choice % lines.length]?.dueOn ?? today
      const last = dueOn > today ? dueOn : today
      const dueLines = lines.filter((each) => each.dueOn <= last)
      const { named, due, toPay, others } = reminderAmounts(dueLines, dueOn, today)
      const of = (isCounted: (each: (typeof lines)[number]) => boolean) =>
        sum(dueLines.filter(isCounted).map(({ open }) => open))
      const labelled = (word: RegExp) =>
        sum(others.flatMap(([label, amount]) => (word.test(label) ? [amount] : [])))
      expect(sum([named, ...others.map(([, amount]) => amount)])).toBe(toPay)
      expect(toPay).toBe(of(() => true))
      expect(due).toBe(of(({ nearlyPaid }) => !nearlyPaid))
      expect(named).toBe(of((each) => !each.nearlyPaid && each.dueOn === dueOn))
      expect(labelled(/overdue/)).toBe(
        of((each) => !each.nearlyPaid && each.dueOn < today && each.dueOn !== dueOn),
      )
      expect(labelled(/Left from earlier/)).toBe(of(({ nearlyPaid }) => nearlyPaid))
      const words = dueAmountWords({ named, due }, dueOn, today)
      expect(words.includes(' of ')).toBe(due > named)
      if (dueOn <= today) expect(words).not.toContain('by then')
    }),
  )
})
