/** Numbers that a seed repeats. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761 + 1) >>> 0
  }

  /** From 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d_2b_79_f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from 0 up to `below`. */
  below(below: number): number {
    return Math.floor(this.next() * below)
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<Value>(values: readonly Value[]): Value {
    const value = values[this.below(values.length)]
    if (value === undefined) throw new Error('There is nothing to pick from.')
    return value
  }

  shuffled<Value>(values: readonly Value[]): Value[] {
    return values
      .map((value) => [this.next(), value] as const)
      .toSorted(([left], [right]) => left - right)
      .map(([, value]) => value)
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => this.below(10)).join('')
  }
}
