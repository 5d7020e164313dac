import ts from 'typescript'

/** A file of ours: its path from the project's root, its text, and the parsed tree when it is TypeScript. */
export type Source = { path: string; text: string; tree: ts.SourceFile | null }

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
  return {
    path,
    text,
    tree: isScript ? ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind) : null,
  }
}

/** Where in the tree the nodes stand that `matches` picks; none in a file that is not TypeScript. */
export function positions(source: Source, matches: (node: ts.Node) => boolean): number[] {
  const found: number[] = []
  const tree = source.tree
  const visit = (node: ts.Node): void => {
    if (tree && matches(node)) found.push(node.getStart(tree))
    ts.forEachChild(node, visit)
  }
  if (tree) visit(tree)
  return found
}

/** Where an expression stands in the text. The pattern needs the flag `g`. */
export function offsets(text: string, pattern: RegExp): number[] {
  return Array.from(text.matchAll(pattern), (match) => match.index)
}

type Comment = { text: string; offset: number }

/** The comments of a file in TypeScript, SQL or CSS. */
export function commentsIn({ path, text, tree }: Source): Comment[] {
  if (!tree) {
    const pattern = path.endsWith('.css') ? /\/\*[\s\S]*?\*\//g : /^\s*--.*$/gm
    return Array.from(text.matchAll(pattern), (match) => ({ text: match[0], offset: match.index }))
  }
  const comments = new Map<number, string>()
  const visit = (node: ts.Node): void => {
    if (node.kind !== ts.SyntaxKind.JsxText) {
      const ranges = [
        ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
        ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
      ]
      for (const { pos, end } of ranges) comments.set(pos, text.slice(pos, end))
    }
    for (const child of node.getChildren(tree)) visit(child)
  }
  visit(tree)
  return Array.from(comments, ([offset, comment]) => ({ text: comment, offset }))
}

export function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path) || /^(tests|bench)\//.test(path)
}

/** `object.property`, also written `object['property']`. */
export function isMember(node: ts.Node, object: string, property: string): boolean {
  if (ts.isPropertyAccessExpression(node)) {
    return node.name.text === property && node.expression.getText() === object
  }
  return (
    ts.isElementAccessExpression(node) &&
    node.expression.getText() === object &&
    ts.isStringLiteralLike(node.argumentExpression) &&
    node.argumentExpression.text === property
  )
}

/** `name(…)` or `anything.name(…)`. */
export function isCallOf(node: ts.Node, name: string): node is ts.CallExpression {
  if (!ts.isCallExpression(node)) return false
  const called = node.expression
  return ts.isPropertyAccessExpression(called)
    ? called.name.text === name
    : called.getText() === name
}

/** "app/x.ts:12  const item = …" for a place in a file: where an editor opens it, and what stands there. */
export function place({ path, text }: Source, offset: number): string {
  const line = text.slice(0, offset).split('\n').length
  return `${path}:${line}  ${text.split('\n')[line - 1]?.trim()}`
}
