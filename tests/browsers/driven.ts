/** A browser that is led through the product, whatever protocol it speaks. Elements are named by CSS and waited for. */
export type Driven = {
  name: string
  go: (url: string) => Promise<void>
  fill: (css: string, value: string) => Promise<void>
  upload: (css: string, path: string) => Promise<void>
  press: (css: string) => Promise<void>
  /** The value of an expression in the page. */
  ask: (script: string) => Promise<unknown>
  picture: () => Promise<Buffer>
  close: () => Promise<void>
}
