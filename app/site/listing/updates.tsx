import type { ProgressUpdate } from '../../domain/projects/progress-updates.server.ts'
import { Picture } from '../../ui/picture.tsx'
import { formatDay } from '../../values/calendar-date.ts'

/** Progress updates that are public, newest first. */
export function Updates({ updates }: { updates: ProgressUpdate[] }) {
  if (updates.length === 0) return null
  return (
    <section aria-labelledby="updates-title">
      <h2 className="site-subtitle pb-5" id="updates-title">
        Progress updates
      </h2>
      <ol>
        {updates.map(({ id, datedOn, percent, body, pictures }) => (
          <li key={id} className="grid gap-3 border-t border-line py-4">
            <h3 className="num flex flex-wrap items-baseline gap-x-3 text-base font-[550]">
              <time dateTime={datedOn}>{formatDay(datedOn)}</time>
              <span className="text-md font-normal text-muted">{percent}% built</span>
            </h3>
            <p className="max-w-160 text-md whitespace-pre-line text-muted wrap-anywhere">
              <bdi>{body}</bdi>
            </p>
            {pictures.length > 0 && (
              <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))] gap-3">
                {pictures.map((picture) => (
                  <li key={picture.id}>
                    <Picture
                      source={picture}
                      alt={picture.alt}
                      sizes="(width >= 30rem) 14rem, 80vw"
                      className="aspect-4/3 w-full rounded-card object-cover"
                    />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
