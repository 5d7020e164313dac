import { basename } from 'node:path'
import ts from 'typescript'
import { offsets, positions, type Rule } from './rule.ts'

const emptyWords = /^(items?|entity|entities|managers?|utils?|utilities|helpers?|dto|impl)$/
const emptyAlone = /^(data|common|lib|shared|services?|records?)$/
/** Words that belong to the framework, the platform or the settings, and mean one thing there. */
const established = new Set([
  'actionData',
  'loaderData',
  'formData',
  'dataDir',
  'metadata',
  'dataset',
  'redactPersonalData',
  'redact-personal-data',
  'clearSiteData',
  'clear-site-data',
])
/** The framework calls these by name. */
const frameworkHooks = new Set(['handleError', 'handleRequest', 'handleDataRequest'])

/** `entryRecord` and `Record` end in the noun; `recordPayment` begins with the verb. */
function isEmptyWord(name: string): boolean {
  if (established.has(name) || frameworkHooks.has(name)) return false
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_.$]/g, ' ')
    .toLowerCase()
    .trim()
    .split(' ')
  const [first = '', last = ''] = [words[0], words.at(-1)]
  if (words.some((word) => emptyWords.test(word)) || emptyAlone.test(last)) return true
  return (
    words.length > 1 &&
    (first === 'handle' || (first === 'process' && /^[a-z]/.test(name) && !isNoun(words)))
  )
}

/** In `processId` a process is the thing that runs. */
function isNoun(words: string[]): boolean {
  return /^(id|title|group|tree|tables?)$/.test(words[1] ?? '')
}

/** The names that a node declares; what others declared, and only we use, is theirs to name. */
function declaredName(node: ts.Node): string | null {
  const declares =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isPropertySignature(node) ||
    (ts.isBindingElement(node) &&
      (node.propertyName !== undefined || !ts.isObjectBindingPattern(node.parent)))
  return declares && node.name && ts.isIdentifier(node.name) ? node.name.text : null
}

const dumpingGround = /(^|\/)(utils?|lib|helpers?|common|shared|services|types|misc)\//

/** House rules 3 and 10: the field's words, and no place whose name fits anything. */
export const wordRules: Rule[] = [
  {
    name: 'names say what a thing is',
    mend: "Use the field's word from docs/glossary.md instead of item, data, record, entity, handle…, process…, manager.",
    find: (source) =>
      positions(source, (node) => {
        const name = declaredName(node)
        // As the name of a function, `record` is the verb.
        return (
          name !== null &&
          isEmptyWord(name) &&
          !(name === 'record' && ts.isFunctionDeclaration(node))
        )
      }),
    bad: [
      { path: 'app/office/investors/list.tsx', text: 'const item = investors[0]' },
      { path: 'app/office/investors/list.tsx', text: 'function handleSubmit() { return 1 }' },
      {
        path: 'app/office/investors/list.tsx',
        text: 'function processPayment(paymentData: string) { return 1 }',
      },
      { path: 'app/domain/payments/payment.ts', text: 'type PaymentDTO = { amount: string }' },
      { path: 'app/domain/payments/payment.ts', text: 'type PaymentRecord = { amount: string }' },
      { path: 'app/domain/payments/payment.ts', text: 'class AccountManager {}' },
      { path: 'app/domain/payments/payment.ts', text: 'const { rows: data } = await found' },
    ],
    good: [
      {
        path: 'app/domain/payments/payment.ts',
        text: 'function recordPayment(payment: Payment) { return payment }',
      },
      { path: 'app/domain/payments/payment.ts', text: 'const { data } = await transport.send()' },
      {
        path: 'app/domain/payments/payment.ts',
        text: 'function record(payment: Payment) { return payment }',
      },
      {
        path: 'app/portal/dashboard/route.tsx',
        text: 'function Dashboard({ loaderData: portfolio }: Props) { return portfolio }',
      },
      { path: 'server/postgres/postmaster.ts', text: 'const processId = Number(line)' },
    ],
  },
  {
    name: 'files and folders say what is in them',
    mend: 'Name the file by what it defines and put it with its narrowest owner; there is no folder that fits anything.',
    find: ({ path }) => {
      const named = basename(path).replace(/\.(server\.|test\.|spec\.|access\.)*[a-z]+$/, '')
      return dumpingGround.test(path) || /^index\.tsx?$/.test(basename(path)) || isEmptyWord(named)
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
    mend: 'Import from the file that defines the thing; nothing is passed on.',
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
    mend: 'Do it, or describe it in an issue: the code says only what is.',
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
