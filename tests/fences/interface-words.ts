import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { isTest, positions, type Rule } from './rule.ts'
import { projectRoot } from './tree.ts'

/** Words of ours that readers stumbled over, and what to write instead: docs/glossary.md and CONTRIBUTING.md. */
const oldWords =
  /\b(meanwhile|anew|mend(s|ed|ing)?|stands? (here|there)|dear(er|est)?|folded away|came over|(tell|told) of|be had|in truth|whoever|somebody|nobody|anybody|everybody|any more|at once|besides?|in place|opens nothing|worth nothing|goes away|led away|leads nowhere)\b/i
const refused = new RegExp(`${oldWords.source}|\\b(e-mails?|mails?(?! server)|papers?)\\b`, 'i')

/** What the first specification gives word for word. */
const givenStrings = readFileSync(`${projectRoot}/docs/behaviours.tsv`, 'utf8')
  .split('\n')
  .map((line) => line.split('\t'))
  .filter(([, , , , , source = '']) => /\bS[12]\b/.test(source))
  .map(([, , , , exact = '']) => exact)
  .join('\n')
/** Another spelling that an import understands. */
const spellings = 'Email, e-mail, email address'

const technicalAttribute =
  /^(className|id|name|type|role|href|to|d|rel|as|sizes|src|srcSet|key|method|autoComplete|inputMode|icon|htmlFor|data-.*|aria-(labelledby|describedby|controls|live|current))$/

/** Sentences and labels: a text with a space in it, or one word that begins with a capital. */
const isForReaders = (text: string) =>
  !/\bselect\b|\{ color-scheme/.test(text) &&
  (/^[A-Z][a-z]+$/.test(text) || /[a-z,.:] [a-z]/i.test(text))

function isInterfaceText(node: ts.Node): node is ts.Node & { text: string } {
  if (!(ts.isJsxText(node) || ts.isStringLiteralLike(node) || isTemplatePart(node))) return false
  for (let parent = node.parent; parent && !ts.isStatement(parent); parent = parent.parent) {
    if (ts.isJsxAttribute(parent) && technicalAttribute.test(parent.name.getText())) return false
    if (ts.isTaggedTemplateExpression(parent) && /sql/.test(parent.tag.getText())) return false
    if (ts.isLiteralTypeNode(parent)) return false
    if (ts.isJsxElement(parent)) break
  }
  return !ts.isImportDeclaration(node.parent) && !ts.isExportDeclaration(node.parent)
}

const isTemplatePart = (node: ts.Node) =>
  ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)

function breaksWords(node: ts.Node): boolean {
  if (!isInterfaceText(node)) return false
  const text = node.text.replace(/\s+/g, ' ').trim()
  return (
    isForReaders(text) && refused.test(text.replace(spellings, '')) && !givenStrings.includes(text)
  )
}

/** Code and the names of events and files are no words of a sentence. */
const code = /`[^`]*`|\S*\w[./_-]\w\S*/g

/** Comments have no sources: nothing in them is given word for word. */
export const commentWords: Rule = {
  name: 'comments are in present-day English',
  fix: 'Say it with the usual word: see the fence of the interface, docs/glossary.md and CONTRIBUTING.md.',
  find: (source) =>
    /^db\/migrations\//.test(source.path)
      ? []
      : source
          .comments()
          .flatMap(({ text, offset }) => (refused.test(text.replace(code, '')) ? [offset] : [])),
  bad: [
    { path: 'app/x.ts', text: '// Somebody may be first.\nconst x = 1' },
    { path: 'app/x.test.ts', text: '/** What stands there. */\nconst x = 1' },
    { path: 'app/x.access.sql', text: '-- Whoever asks.\nselect 1' },
    { path: 'app/x.css', text: '/* Beside the title. */' },
  ],
  good: [
    { path: 'app/x.ts', text: '// The mail server asks `somebody`, see mail.ts.\nconst x = 1' },
    { path: 'db/migrations/0001-x.sql', text: '-- Whoever asks.' },
  ],
}

/** The title of a test or of a group of tests. */
const isTestTitle = (node: ts.Node): node is ts.StringLiteralLike =>
  ts.isStringLiteralLike(node) &&
  ts.isCallExpression(node.parent) &&
  node.parent.arguments[0] === node &&
  /^(test|describe)\b/.test(node.parent.expression.getText())

export const interfaceWords: Rule = {
  name: 'people read present-day English',
  fix: 'Say it with the usual word: email, immediately, no longer, next to, someone, fix, receipt, statement.',
  find: (source) =>
    isTest(source.path)
      ? positions(source, (node) => isTestTitle(node) && oldWords.test(node.text))
      : /^(app|config|server|db)\//.test(source.path)
        ? positions(source, (node) => breaksWords(node))
        : [],
  bad: [
    { path: 'app/office/x.tsx', text: 'const hint = <p>Send it at once</p>' },
    { path: 'app/office/x.tsx', text: "const text = 'Nobody can read it'" },
    { path: 'app/domain/x.ts', text: 'const text = `The mail was lost`' },
    { path: 'server/x.ts', text: "throw new Error('Mend the settings first')" },
    { path: 'app/office/x.test.ts', text: "test('nobody reads it', () => undefined)" },
    { path: 'tests/journeys/x.spec.ts', text: "test.describe('at once', () => undefined)" },
  ],
  good: [
    { path: 'app/office/x.tsx', text: 'const hint = <p className="at once">Send it now</p>' },
    { path: 'app/office/x.tsx', text: "const text = 'The email was sent'" },
    { path: 'app/domain/x.server.ts', text: 'const rows = sql`select paper from app.paper`' },
    { path: 'app/office/x.test.ts', text: "const name = 'Nobody Else'" },
    { path: 'app/office/x.test.ts', text: "test('the mail is sent', () => undefined)" },
  ],
}
