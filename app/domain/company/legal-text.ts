export const legalTextKinds = ['privacy', 'terms'] as const
export type LegalTextKind = (typeof legalTextKinds)[number]

export const legalTextTitles: Record<LegalTextKind, string> = {
  privacy: 'Privacy notice',
  terms: 'Terms of use',
}

/** A published version; a later one replaces it from `publishedAt` on. */
export type LegalText = { version: number; body: string; publishedAt: Date }

/** `at` is the number of the line in the text. */
type TextLine = { at: number; text: string }

export type TextBlock = { kind: 'heading' | 'paragraph' | 'list'; lines: TextLine[] }

/**
 * A text in blocks. A line that begins with `#` is a heading; lines that begin with `-` are a list; an empty line begins
 * a new paragraph. Nothing else has a meaning, HTML included.
 */
export function blocksOf(body: string): TextBlock[] {
  const blocks: TextBlock[] = []
  let isNew = true
  for (const [at, line] of body.split('\n').entries()) {
    const { kind, text } = readLine(line.trim())
    const last = blocks.at(-1)
    if (text !== '') {
      if (!isNew && last?.kind === kind && kind !== 'heading') last.lines.push({ at, text })
      else blocks.push({ kind, lines: [{ at, text }] })
    }
    isNew = text === ''
  }
  return blocks
}

function readLine(line: string): { kind: TextBlock['kind']; text: string } {
  const [, mark, text = ''] = /^(#+|-)\s*(.*)$/.exec(line) ?? []
  if (mark === undefined) return { kind: 'paragraph', text: line }
  return { kind: mark === '-' ? 'list' : 'heading', text }
}
