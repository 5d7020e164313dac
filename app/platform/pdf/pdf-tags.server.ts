import type { Page } from './pdf-text.server.ts'

type Element = PDFKit.PDFStructureElement
type Options = {
  alt?: string
  bbox?: [number, number, number, number]
  scope?: string
}

/** The structure of a tagged PDF (PDF/UA) for screen readers. */
export class PageTags {
  readonly #page: Page
  readonly #root: Element
  #parent: Element

  constructor(page: Page) {
    this.#page = page
    this.#root = page.struct('Document')
    this.#parent = this.#root
    page.addStructure(this.#root)
  }

  /** Content of one element: a paragraph, a heading, a cell. */
  content(type: string, draw: () => void, options: Options = {}): void {
    const content = this.#page.markStructureContent(type)
    draw()
    this.#page.endMarkedContent()
    this.#parent.add(this.#page.struct(type, options, [content]))
  }

  /** Elements without content of their own: a table, a row. */
  group(type: string, draw: () => void): void {
    const outer = this.#parent
    this.#parent = this.#page.struct(type)
    outer.add(this.#parent)
    draw()
    this.#parent.end()
    this.#parent = outer
  }

  /** Decoration and repetition, which screen readers skip. */
  artifact(draw: () => void): void {
    this.#page.markContent('Artifact', { type: 'Layout' })
    draw()
    this.#page.endMarkedContent()
  }

  end(): void {
    this.#root.end()
  }
}
