/** Shared with the set-up, which Node.js 20 must be able to run. */
declare module '*/folder-lock.mjs' {
  export function withFolderLock<Result>(
    lock: string,
    onWait: () => void,
    work: () => Promise<Result>,
  ): Promise<Result>
}

declare module 'subset-font' {
  type Options = {
    targetFormat: 'woff2'
    variationAxes: { wght: number | { min: number; max: number }; opsz?: number }
    keepFeatures: string[]
  }
  const subsetFont: (font: Buffer, text: string, options: Options) => Promise<Buffer>
  export = subsetFont
}

declare module 's3rver' {
  type Options = {
    address: string
    port: number
    silent: boolean
    directory: string
    configureBuckets: { name: string }[]
  }
  class S3rver {
    constructor(options: Options)
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
  export = S3rver
}
