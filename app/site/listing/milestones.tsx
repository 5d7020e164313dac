import { type Milestone, plannedWords } from '../../domain/projects/milestone.ts'
import { Picture } from '../../ui/picture.tsx'
import { type CalendarDate, formatDay } from '../../values/calendar-date.ts'
import { counted } from '../../values/counted.ts'

const stone =
  'relative grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3.5 pb-7 last:pb-0 *:col-2 before:z-1 before:mt-[0.4rem] before:h-3 before:w-7 before:rounded-[0.375rem] before:border-[1.5px] not-last:after:absolute not-last:after:top-[1.15rem] not-last:after:-bottom-[0.4rem] not-last:after:left-[0.85rem] not-last:after:w-px not-last:after:bg-line'
const stones = {
  reached: 'before:border-positive before:bg-positive',
  planned: 'before:border-line-control before:bg-page',
}

type Props = { milestones: Milestone[]; today: CalendarDate }

/** What is built with its proof, and what comes next with its day. */
export function Milestones({ milestones, today }: Props) {
  if (milestones.length === 0) return null
  const reached = milestones.filter((milestone) => milestone.reached !== null).length
  return (
    <section aria-labelledby="milestones-title">
      <h2 className="site-subtitle pb-1.5" id="milestones-title">
        What is built
      </h2>
      <p className="num pb-6 text-md text-muted">
        {`${reached} of ${counted(milestones.length, 'milestone')} reached`}
      </p>
      <ol>
        {milestones.map((milestone) => (
          <li
            key={milestone.id}
            className={`${stone} ${stones[milestone.reached ? 'reached' : 'planned']}`}
          >
            <h3 className="text-base font-[550] wrap-anywhere">
              <bdi>{milestone.name}</bdi>
            </h3>
            {milestone.reached ? (
              <Proof reached={milestone.reached} />
            ) : (
              <p className="text-md text-muted">{plannedWords(milestone.plannedOn, today)}</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Proof({
  reached: { on, certifier, pictures },
}: {
  reached: NonNullable<Milestone['reached']>
}) {
  return (
    <div className="grid gap-3">
      <p className="text-md text-muted wrap-anywhere">
        Reached on <time dateTime={on}>{formatDay(on)}</time>. Certified by{' '}
        <bdi>{certifier.name}</bdi>, <bdi>{certifier.profession}</bdi>, licence{' '}
        <bdi>{certifier.licence}</bdi>.
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
              <p className="pt-1 text-xs text-muted">
                <time dateTime={picture.takenOn}>{formatDay(picture.takenOn)}</time>
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
