import { counted } from '../../values/counted.ts'
import { grouped } from '../../values/grouped.ts'

/** As `counted`, for figures that may be large: `100,000 rows`. */
export function howMany(count: number, one: string): string {
  return counted(count, one).replace(String(count), grouped(count))
}
