import ts from 'typescript'
import { isTest, positions, type Rule, type Source } from './rule.ts'

const mostLines = 6

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

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[a-z]{3,}/g) ?? [])

/** Whether every longer word of the docstring is in the function's name. */
function repeatsName(node: ts.FunctionDeclaration, lines: string[]): boolean {
  const name = wordsOf((node.name?.text ?? '').replace(/[A-Z]/g, ' $&'))
  const words = [...wordsOf(lines.join(' '))].filter(
    (word) => !/^(the|and|for|one|all)$/.test(word),
  )
  return words.every((word) => name.has(word) || name.has(word.replace(/e?s$/, '')))
}

/** House rule 13: docstrings say what you cannot see. */
export const commentRules: Rule[] = [
  {
    name: 'functions of the domain and the values are explained',
    fix:
      'Put a docstring above the exported function: what it means, its units, what it refuses, locks or publishes. ' +
      'At most six lines, and more than its name.',
    find: (source) => {
      if (!needsDocstrings(source)) return []
      return positions(source, (node) => {
        if (!isExported(node) || !ts.isFunctionDeclaration(node)) return false
        const lines = docstring(node) ?? []
        return lines.length === 0 || lines.length > mostLines || repeatsName(node, lines)
      })
    },
    bad: [
      { path: 'app/values/money.ts', text: 'export function zero() { return 0n }' },
      { path: 'app/values/money.ts', text: '// Nothing.\nexport function zero() { return 0n }' },
      {
        path: 'app/domain/payments/void-entry.server.ts',
        text: '/** Voids the entry. */\nexport async function voidEntry() { return 1 }',
      },
      {
        path: 'app/domain/payments/void-entry.server.ts',
        text: '/**\n * 1\n * 2\n * 3\n * 4\n * 5\n * 6\n * 7\n */\nexport async function voidEntry() { return 1 }',
      },
    ],
    good: [
      { path: 'app/values/money.ts', text: 'export const zero = 0n' },
      {
        path: 'app/values/money.ts',
        text: '/** No money at all. */\nexport function zero() { return 0n }',
      },
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
    fix: 'Say it in a sentence: the types already name the parameters.',
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
