import ts from 'typescript'
import { isCallOf, isMember, isNamed, isTest, offsets, positions, type Rule } from './rule.ts'

const branded: Record<string, string> = {
  Cents: 'app/values/money.ts',
  BasisPoints: 'app/values/percent.ts',
  CalendarDate: 'app/values/calendar-date.ts',
}

/** House rules 1 and 2: money is whole cents, a day is no instant, and nobody asks the wall clock. */
export const exactValueRules: Rule[] = [
  {
    name: 'exact values are made where they are defined',
    fix: 'Use cents(), basisPoints() or calendarDate() instead of a cast.',
    find: (source) =>
      positions(source, (node) => {
        if (!ts.isAsExpression(node)) return false
        const home = branded[node.type.getText()]
        return home !== undefined && home !== source.path
      }),
    bad: [{ path: 'app/domain/payments/payment.ts', text: 'const five = 5n as Cents' }],
    good: [{ path: 'app/values/money.ts', text: 'const five = 5n as Cents' }],
  },
  {
    name: 'money is read and written in values/money.ts',
    fix: 'Read with parseAmount, write with <Amount> or formatAmount: a float loses cents, a locale changes the words.',
    find: (source) => {
      if (!source.path.startsWith('app/') || isTest(source.path)) return []
      const locale = ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString', 'parseFloat']
      return positions(source, (node) => {
        return locale.some((name) => isCallOf(node, name)) || isMember(node, 'Intl', 'NumberFormat')
      })
    },
    bad: [
      { path: 'app/office/payments/route.tsx', text: 'const typed = parseFloat(text)' },
      { path: 'app/office/payments/route.tsx', text: 'const shown = total.toLocaleString()' },
      { path: 'app/ui/amount.tsx', text: "const dollars = new Intl.NumberFormat('en-US')" },
    ],
    good: [{ path: 'app/ui/amount.tsx', text: "const shown = formatAmount(amount, 'whole')" }],
  },
  {
    name: 'nobody asks the wall clock',
    fix: 'Take the moment from clock.now(), the day from clock.today() of platform/clock.server.ts.',
    find: (source) => {
      // server/*.mjs runs before anything is installed, and touches lock files with the file system's own time.
      if (/^(app\/platform\/clock\.server\.ts|server\/[a-z-]+\.mjs)$/.test(source.path)) return []
      return positions(source, (node) => {
        if (ts.isNewExpression(node))
          return isNamed(node.expression, 'Date') && !node.arguments?.length
        if (ts.isCallExpression(node) && isNamed(node.expression, 'Date')) return true
        return isMember(node, 'Date', 'now') || isMember(node, 'Temporal', 'Now')
      })
    },
    bad: [
      { path: 'app/domain/payments/payments.server.ts', text: 'const today = new Date()' },
      { path: 'app/ui/day.tsx', text: 'const today = new Date' },
      { path: 'server/start.ts', text: 'const began = Date.now()' },
      { path: 'app/ui/day.tsx', text: "const began = Date['now']()" },
      { path: 'app/ui/day.tsx', text: 'const words = Date()' },
    ],
    good: [
      { path: 'app/platform/clock.server.ts', text: 'const now = () => new Date()' },
      {
        path: 'app/values/calendar-date.ts',
        text: 'const instant = new Date(Date.UTC(2026, 0, 1))',
      },
      { path: 'server/start.ts', text: 'const began = performance.now()' },
    ],
  },
  {
    name: "today is the business's day, in SQL too",
    fix: "Pass clock.today() as a parameter: current_date is the database server's day.",
    find: (source) =>
      /\.(sql|ts)$/.test(source.path) && !isTest(source.path)
        ? offsets(source.text, /\bcurrent_date\b/gi)
        : [],
    bad: [{ path: 'db/migrations/0009-due.sql', text: 'check (due_on >= current_date)' }],
    good: [
      { path: 'db/migrations/0009-due.sql', text: 'added_at timestamptz not null default now()' },
    ],
  },
]
