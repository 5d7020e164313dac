/**
 * `npm run size`: the lines of each kind of file, the longest files and functions, and small files with one importer. Fails
 * when the share of comments, a length or the number of small files exceeds its limit. Totals have no limit.
 */
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { say } from '../server/progress.ts'
import { isTest, readSource, type Source } from './fences/rule.ts'
import { ourFiles } from './fences/tree.ts'

const limits = {
  comments: 0.02,
  docstrings: 0.05,
  file: 300,
  functionLines: 60,
  markupLines: 80,
  crumbs: 100,
}

const linesOf = (text: string) => text.trimEnd().split('\n').length

function kindOf({ path }: Source): string {
  if (path.endsWith('.css')) return 'styles'
  if (path.startsWith('bench/')) return 'benches'
  if (isTest(path)) return 'tests'
  return /^(app|config|server|db)\//.test(path) ? 'source' : 'settings'
}

type Comments = { ordinary: number; docstrings: number }

/** Lines that hold a comment, in TypeScript and SQL; a docstring is a comment that begins with two stars. */
function commentsOf({ text, tree }: Source): Comments {
  if (!tree) return { ordinary: (text.match(/^\s*--/gm) ?? []).length, docstrings: 0 }
  const comments = { ordinary: 0, docstrings: 0 }
  const seen = new Set<number>()
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) {
      if (seen.has(pos)) continue
      seen.add(pos)
      const comment = text.slice(pos, end)
      comments[comment.startsWith('/**') ? 'docstrings' : 'ordinary'] += linesOf(comment)
    }
    for (const child of node.getChildren(tree)) visit(child)
  }
  visit(tree)
  return comments
}

type Length = { lines: number; name: string; isMarkup?: boolean }

/** Functions by their own lines, texts of SQL and markup included; a function inside another belongs to both. */
function functionsOf({ path, text, tree }: Source): Length[] {
  if (!tree) return []
  const found: Length[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1
      found.push({
        lines: linesOf(text.slice(node.getStart(tree), node.end)),
        name: `${path}:${line}`,
        isMarkup: path.endsWith('x'),
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

/** Source files by path with the source files that import them. */
function importersOf(sources: Source[]): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>()
  for (const { path, text } of sources) {
    for (const [, specifier = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const imported = join(dirname(path), specifier)
      importers.set(imported, (importers.get(imported) ?? new Set()).add(path))
    }
  }
  return importers
}

/** Files of under 40 lines that one other file imports: it could hold them. */
function crumbsOf(sources: Source[]): string[] {
  const importers = importersOf(sources)
  return sources
    .filter(({ text, tree }) => tree && linesOf(text) < 40)
    .map(({ path }) => path)
    .filter((path) => importers.get(path)?.size === 1)
}

const byLength = (a: Length, b: Length) => b.lines / limitOf(b) - a.lines / limitOf(a)
/** Markup is longer than code. */
const limitOf = ({ isMarkup }: Length) => (isMarkup ? limits.markupLines : limits.functionLines)
const total = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0)
const percent = (share: number) => `${(share * 100).toFixed(1)}%`

const sources = ourFiles().map(readSource)
const kinds = Map.groupBy(sources, kindOf)
for (const [kind, files] of kinds) {
  const lines = total(files.map(({ text }) => linesOf(text)))
  say(`${kind.padEnd(9)}${lines.toLocaleString('en').padStart(8)} lines in ${files.length} files`)
}

const source = kinds.get('source') ?? []
const lines = total(source.map(({ text }) => linesOf(text)))
const comments = source.map(commentsOf)
const shares = {
  comments: total(comments.map(({ ordinary }) => ordinary)) / lines,
  docstrings: total(comments.map(({ docstrings }) => docstrings)) / lines,
}
const files = source
  .filter(({ path }) => !path.startsWith('db/migrations/'))
  .map(({ path, text }) => ({ name: path, lines: linesOf(text) }))
  .toSorted(byLength)
const functions = source.flatMap(functionsOf).toSorted(byLength)
const crumbs = crumbsOf(source)

say(`comments ${percent(shares.comments)} of the source (limit ${percent(limits.comments)})`)
say(`docstrings ${percent(shares.docstrings)} (limit ${percent(limits.docstrings)})`)
say(`longest files (limit ${limits.file})`)
for (const { name, lines } of files.slice(0, 3)) say(`  ${lines}  ${name}`)
say(`longest functions (limit ${limits.functionLines}, with markup ${limits.markupLines})`)
for (const { name, lines } of functions.slice(0, 5)) say(`  ${lines}  ${name}`)
say(`files of under 40 lines with one importer: ${crumbs.length} (limit ${limits.crumbs})`)
if (crumbs.length > limits.crumbs) for (const path of crumbs) say(`  ${path}`)

const isWithin =
  shares.comments <= limits.comments &&
  shares.docstrings <= limits.docstrings &&
  crumbs.length <= limits.crumbs &&
  (files[0]?.lines ?? 0) <= limits.file &&
  functions.every((long) => long.lines <= limitOf(long))
if (!isWithin) {
  say('✗ beyond a limit')
  process.exitCode = 1
}
