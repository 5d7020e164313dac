import { readFileSync } from 'node:fs'

// Loaded before a process of the product: its clock is wrong by as many milliseconds as stand in the file CLOCK_MOVED_BY.

// biome-ignore lint/style/noProcessEnv: it is loaded before any configuration is read.
const path = process.env.CLOCK_MOVED_BY ?? ''
const RealDate = Date
let movedBy = 0
setInterval(() => {
  try {
    movedBy = Number(readFileSync(path, 'utf8')) || 0
  } catch {
    movedBy = 0
  }
}, 100).unref()

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + movedBy)
    else super(...given)
  }

  static now() {
    return RealDate.now() + movedBy
  }
}
