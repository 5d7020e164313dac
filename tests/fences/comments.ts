import ts from 'typescript'
import { isTest, positions, type Rule, type Source } from './rule.ts'

const mostLines = 6
const fewestWords = 8

function needsDocstrings({ path }: Source): boolean {
  return !isTest(path) && /^app\/(values\/.*\.tsx?|domain\/.*\.server\.tsx?)$/.test(path)
}

function isExported(node: ts.Node): node is ts.Statement {
  const modifiers = ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined
  return modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword) ?? false
}

/** The lines of the docstring with words in them; null when there is none. */
function docstring(node: ts.Node): string[] | null {
  const comment = ts.getJSDocCommentsAndTags(node).find(ts.isJSDoc)
  if (!comment) return null
  const words = comment.getText().replace(/^\/\*\*|\*\/$/g, '')
  return words
    .split('\n')
    .map((line) => line.replace(/^\s*\*/, '').trim())
    .filter((line) => line !== '')
}

/** Too little to say what is refused, locked or published is too little for a command or a query. */
function isThin(source: Source, node: ts.Node, lines: string[]): boolean {
  if (!source.path.startsWith('app/domain/') || !ts.isFunctionDeclaration(node)) return false
  return lines.join(' ').split(/\s+/).length < fewestWords
}

/** House rule 13: docstrings say what you cannot see. */
export const commentRules: Rule[] = [
  {
    name: 'what the domain and the values export is explained',
    mend:
      'Put a docstring above it: what it means, its units, what is refused, locked or published. ' +
      'At most six lines, and at least eight words on a query or command.',
    find: (source) => {
      if (!needsDocstrings(source)) return []
      return positions(source, (node) => {
        if (!isExported(node)) return false
        const lines = docstring(node) ?? []
        return lines.length === 0 || lines.length > mostLines || isThin(source, node, lines)
      })
    },
    bad: [
      { path: 'app/values/money.ts', text: 'export const zero = 0n' },
      { path: 'app/values/money.ts', text: '// Nothing.\nexport type Cents = bigint' },
      {
        path: 'app/domain/payments/void-entry.server.ts',
        text: '/** Voids a payment. */\nexport async function voidEntry() { return 1 }',
      },
      {
        path: 'app/domain/payments/void-entry.server.ts',
        text: '/**\n * 1\n * 2\n * 3\n * 4\n * 5\n * 6\n * 7\n */\nexport async function voidEntry() { return 1 }',
      },
    ],
    good: [
      { path: 'app/values/money.ts', text: '/** No money at all. */\nexport const zero = 0n' },
      {
        path: 'app/domain/payments/void-entry.server.ts',
        text: '/**\n * Voids a payment once, with a reason.\n * Publishes entry.voided.\n */\nexport async function voidEntry() { return 1 }',
      },
      { path: 'app/domain/payments/payment.ts', text: 'export const kinds = 3' },
      { path: 'app/values/money.test.ts', text: 'export const zero = 0n' },
    ],
  },
  {
    name: 'a docstring tells, it does not list',
    mend: 'Say it in a sentence: the types already name the parameters.',
    find: (source) =>
      // In plain JavaScript the tags are the types.
      source.path.endsWith('.mjs')
        ? []
        : positions(source, (node) =>
            ts
              .getJSDocTags(node)
              .some((tag) => /^(param|returns?|type|throws|author)$/.test(tag.tagName.text)),
          ),
    bad: [
      {
        path: 'app/domain/payments/record-payment.server.ts',
        text: '/**\n * Records a payment.\n * @param input The input.\n */\nexport function recordPayment(input: string) { return input }',
      },
    ],
    good: [
      {
        path: 'app/ui/layout/card.tsx',
        text: '/** A card. */\nexport function Card() { return null }',
      },
    ],
  },
]
