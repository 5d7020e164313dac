declare module 'saxen' {
  type Decode = (text: string) => string
  type Context = () => { line: number; column: number; data: string }
  export class Parser {
    on(
      event: 'openTag',
      handler: (
        name: string,
        attributes: () => Record<string, string> | true,
        decode: Decode,
        isSelfClosing: boolean,
        context: Context,
      ) => void,
    ): this
    on(event: 'closeTag', handler: (name: string) => void): this
    on(event: 'text', handler: (text: string, decode: Decode) => void): this
    on(event: 'cdata', handler: (text: string) => void): this
    on(event: 'error', handler: (error: Error, context: Context) => void): this
    on(event: 'warn', handler: (error: Error, context: Context) => void): this
    parse(xml: string): this
  }
}
