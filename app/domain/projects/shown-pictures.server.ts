import { sql } from 'kysely'
import type { PictureFormat } from './picture.ts'

/** What a query over the table `picture` reads of each, for `ShownPicture`. */
export const shownPictures = [
  sql<string>`picture.id`.as('id'),
  sql<number>`picture.width`.as('width'),
  sql<number>`picture.height`.as('height'),
  sql<string>`picture.placeholder`.as('placeholder'),
  widthsOf('webp').as('widths'),
  widthsOf('avif').as('avif_widths'),
] as const

function widthsOf(format: PictureFormat) {
  return sql<number[]>`array(
    select f.width from picture_file f where f.picture_id = picture.id and f.format = ${format} order by f.width)`
}
