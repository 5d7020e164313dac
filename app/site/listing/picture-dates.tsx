import type { PlacedPicture } from '../../domain/projects/picture.ts'
import { formatDay } from '../../values/calendar-date.ts'
import { counted } from '../../values/counted.ts'

/** Tells photographs with their days from drawings of what is planned; left out where no day is known. */
export function PictureDates({ pictures }: { pictures: PlacedPicture[] }) {
  const days = pictures.flatMap(({ takenOn }) => takenOn ?? []).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return null
  const drawn = pictures.length - days.length
  return (
    <p className="num pt-3 text-sm text-muted">
      {`${counted(days.length, 'photograph')}, taken `}
      {first !== last && (
        <>
          from <time dateTime={first}>{formatDay(first)}</time> to{' '}
        </>
      )}
      {first === last && 'on '}
      <time dateTime={last}>{formatDay(last)}</time>
      {drawn > 0 &&
        `. ${counted(drawn, 'picture')} without a date ${drawn === 1 ? 'shows' : 'show'} what is planned`}
      .
    </p>
  )
}
