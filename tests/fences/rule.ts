import ts from 'typescript'

/**
 * A file of ours: its path from the project's root, its text, and when it is TypeScript the parsed tree, with all of its
 * nodes in one list, because forty rules look at each.
 */
export type Source = {
  path: string
  text: string
  tree: ts.SourceFile | null
  nodes: ts.Node[]
  comments: () => Comment[]
}

/**
 * One house rule that a machine can hold. `find` gives the places, as offsets into the text, where a file breaks it;
 * `fix` says what to write instead. `bad` must be found and `good` must pass.
 */
export type Rule = {
  name: string
  fix: string
  find: (source: Source) => number[]
  bad: Example[]
  good: Example[]
}

export type Example = { path: string; text: string }

export function readSource({ path, text }: Example): Source {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const isScript = /\.(ts|tsx|mjs)$/.test(path)
  const tree = isScript ? ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind) : null
  const source = { path, text, tree, nodes: tree ? nodesUnder(tree) : [] }
  return { ...source, comments: () => commentsIn(source) }
}

function nodesUnder(root: ts.Node): ts.Node[] {
  const nodes: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    nodes.push(node)
    ts.forEachChild(node, visit)
  }
  visit(root)
  return nodes
}

/** Where in the tree the nodes stand that `matches` picks; none in a file that is not TypeScript. */
export function positions(source: Source, matches: (node: ts.Node) => boolean): number[] {
  return source.nodes.filter(matches).map((node) => node.getStart(source.tree ?? undefined))
}

/** Where an expression stands in the text. The pattern needs the flag `g`. */
export function offsets(text: string, pattern: RegExp): number[] {
  return Array.from(text.matchAll(pattern), (match) => match.index)
}

type Comment = { text: string; offset: number }

/** The comments of a file in TypeScript, SQL or CSS. */
function commentsIn({ path, text, tree, nodes }: Omit<Source, 'comments'>): Comment[] {
  if (!tree) {
    const pattern = path.endsWith('.css') ? /\/\*[\s\S]*?\*\//g : /^\s*--.*$/gm
    return Array.from(text.matchAll(pattern), (match) => ({ text: match[0], offset: match.index }))
  }
  const literals = nodes
    .filter(isLiteralText)
    .map((node) => ({ start: node.getStart(tree), end: node.getEnd() }))
    .toSorted((left, right) => left.start - right.start)
  const comments: Comment[] = []
  const pattern = /\/\/.*|\/\*[\s\S]*?\*\//g
  let literal = literals.shift()
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    while (literal && literal.end <= match.index) literal = literals.shift()
    if (literal && literal.start <= match.index) pattern.lastIndex = literal.end
    else comments.push({ text: match[0], offset: match.index })
  }
  return comments
}

/** What may hold the signs of a comment without being one. */
const isLiteralText = (node: ts.Node) =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddleOrTemplateTail(node) ||
  ts.isRegularExpressionLiteral(node) ||
  ts.isJsxText(node)

export function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path) || /^(tests|bench)\//.test(path)
}

/** Whether an expression is nothing but this name. */
export function isNamed(node: ts.Node, name: string): boolean {
  return ts.isIdentifier(node) && node.text === name
}

/** `object.property`, also written `object['property']`. */
export function isMember(node: ts.Node, object: string, property: string): boolean {
  if (ts.isPropertyAccessExpression(node)) {
    return node.name.text === property && isNamed(node.expression, object)
  }
  return (
    ts.isElementAccessExpression(node) &&
    isNamed(node.expression, object) &&
    ts.isStringLiteralLike(node.argumentExpression) &&
    node.argumentExpression.text === property
  )
}

/** `name(…)` or `anything.name(…)`. */
export function isCallOf(node: ts.Node, name: string): node is ts.CallExpression {
  if (!ts.isCallExpression(node)) return false
  const called = node.expression
  return ts.isPropertyAccessExpression(called) ? called.name.text === name : isNamed(called, name)
}

/** "app/x.ts:12  const item = …" for a place in a file: where an editor opens it, and what stands there. */
export function place({ path, text }: Source, offset: number): string {
  const line = text.slice(0, offset).split('\n').length
  return `${path}:${line}  ${text.split('\n')[line - 1]?.trim()}`
}
