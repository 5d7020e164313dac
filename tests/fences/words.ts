import { basename } from 'node:path'
import ts from 'typescript'
import { offsets, positions, type Rule } from './rule.ts'

/** Names that could stand for anything, alone or before a number: the element, the value or the subject has its own. */
const vague =
  /^(one|asked|told|said|beside|meant|what|things?|items?|stuff|entity|entities|managers?|utils?|helpers?|records?|common|shared|misc)\d*$/i

/** The names that a node declares; what others declared, and only we use, is theirs to name. */
function declaredName(node: ts.Node): string | null {
  const declares =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    (ts.isBindingElement(node) &&
      (node.propertyName !== undefined || !ts.isObjectBindingPattern(node.parent)))
  return declares && node.name && ts.isIdentifier(node.name) ? node.name.text : null
}

const dumpingGround = /(^|\/)(utils?|lib|helpers?|common|shared|services|types|misc)\//

/** House rules 3 and 10: the field's words, and no place whose name fits anything. */
export const wordRules: Rule[] = [
  {
    name: 'a name says what it holds',
    fix: 'Name it after its element, value or subject (`row`, `investment`, `recipients`), in the words of docs/glossary.md.',
    find: (source) =>
      positions(source, (node) => {
        const name = declaredName(node)
        // As the name of a function, `record` is the verb.
        return (
          name !== null &&
          vague.test(name) &&
          !(name === 'record' && ts.isFunctionDeclaration(node))
        )
      }),
    bad: [
      { path: 'app/office/investors/list.tsx', text: 'const item = investors[0]' },
      { path: 'app/office/investors/list.tsx', text: 'investors.map((one) => one.name)' },
      { path: 'app/domain/payments/payment.ts', text: 'type Asked = { amount: string }' },
      { path: 'app/domain/payments/payment.ts', text: 'function said() { return 1 }' },
      { path: 'app/domain/payments/payment.ts', text: 'const { rows: what } = await found' },
      { path: 'app/office/investors/list.test.ts', text: 'const one = investors[0]' },
      { path: 'bench/live.ts', text: 'const told = await tellAll()' },
    ],
    good: [
      {
        path: 'app/domain/payments/payment.ts',
        text: 'function record(payment: Payment) { return payment }',
      },
      { path: 'app/domain/payments/payment.ts', text: 'const { told } = event' },
      { path: 'app/domain/payments/payment.ts', text: 'const paymentRecord = rows[0]' },
    ],
  },
  {
    name: 'files and folders say what is in them',
    fix: 'Name the file by what it defines and put it with its narrowest owner; there is no folder that fits anything.',
    find: ({ path }) => {
      const named = basename(path).replace(/\.(server\.|test\.|spec\.|access\.)*[a-z]+$/, '')
      return dumpingGround.test(path) || /^index\.tsx?$/.test(basename(path)) || vague.test(named)
        ? [0]
        : []
    },
    bad: [
      { path: 'app/lib/dates.ts', text: '' },
      { path: 'app/portal/shared/card.tsx', text: '' },
      { path: 'app/domain/services/payment.ts', text: '' },
      { path: 'app/domain/payments/helpers.ts', text: '' },
      { path: 'app/ui/index.ts', text: '' },
    ],
    good: [{ path: 'app/domain/payments/record-payment.server.ts', text: '' }],
  },
  {
    name: 'a file defines what it exports',
    fix: 'Import from the file that defines the thing; nothing is passed on.',
    find: (source) => {
      // The bundle's entry is a list of what the program offers to the unbundled start.
      if (source.path === 'server/app.ts') return []
      return positions(
        source,
        (node) => ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined,
      )
    },
    bad: [
      { path: 'app/values/all.ts', text: "export * from './money.ts'" },
      { path: 'app/values/all.ts', text: "export { cents } from './money.ts'" },
      { path: 'app/values/all.ts', text: "export type { Cents } from './money.ts'" },
    ],
    good: [{ path: 'app/values/money.ts', text: 'export type Cents = bigint' }],
  },
  {
    name: 'what is unfinished is finished or left out',
    fix: 'Do it, or describe it in an issue: the code says only what is.',
    find: ({ path, text }) =>
      /\.(tsx?|mjs|sql|css)$/.test(path) ? offsets(text, /\b(TODO|FIXME|XXX|HACK)\b/g) : [],
    bad: [{ path: 'app/ui/layout/card.tsx', text: `// ${'TO'}${'DO'} make it responsive` }],
    good: [
      {
        path: 'app/ui/layout/card.tsx',
        text: '// A card is at most 40 characters wide, so that two fit beside each other.',
      },
    ],
  },
]
