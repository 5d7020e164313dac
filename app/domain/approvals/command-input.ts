/** A command's input as JSON; whole numbers of any size are `{ "bigint": "123" }`. */
export function encodeInput(input: object): string {
  return JSON.stringify(input, (_, value: unknown) =>
    typeof value === 'bigint' ? { bigint: String(value) } : value,
  )
}

/** The input of `encodeInput`, read back. */
export function decodeInput(stored: unknown): unknown {
  return JSON.parse(JSON.stringify(stored), (_, value: unknown) =>
    isBigint(value) ? BigInt(value.bigint) : value,
  )
}

const isBigint = (value: unknown): value is { bigint: string } =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === 'bigint'
