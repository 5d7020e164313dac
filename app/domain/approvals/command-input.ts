/** A command's input as JSON; whole numbers of any size are `{ "bigint": "123" }`, maps `{ "map": [[key, value]] }`. */
export function encodeInput(input: object): string {
  return JSON.stringify(input, (_, value: unknown) => {
    if (typeof value === 'bigint') return { bigint: String(value) }
    return value instanceof Map ? { map: [...value] } : value
  })
}

/** The input of `encodeInput`, read back. */
export function decodeInput(stored: unknown): unknown {
  return JSON.parse(JSON.stringify(stored), (_, value: unknown) => {
    if (hasOnly(value, 'bigint')) return BigInt(value.bigint as string)
    return hasOnly(value, 'map') ? new Map(value.map as [unknown, unknown][]) : value
  })
}

const hasOnly = <Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === key
