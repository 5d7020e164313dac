import { normalized } from '../../values/typed-text.ts'
import { tidyLine, withoutInvisible } from '../../values/visible.ts'

const apostrophes =
  /['`´\u02b9-\u02bf\u02c8\u02ee\u055a\u05f3\u2018-\u201b\u2032\u2035\ua78b\ua78c\uff07]/g

/** A name as an import compares it: in any case, with any blanks and apostrophes. Accents tell two people apart. */
export function nameKey(name: string): string {
  return withoutInvisible(tidyLine(normalized(name)))
    .toLowerCase()
    .replace(apostrophes, '')
}
