import type { Director } from '../../domain/company/directors.server.ts'
import { Portrait } from '../../ui/portrait.tsx'

/** Hidden when no director is named. */
export function DirectorList({ directors }: { directors: Director[] }) {
  if (directors.length === 0) return null
  return (
    <section className="site-section bg-warm" aria-labelledby="directors-title">
      <div className="site-wrap">
        <h2 className="site-title pb-8" id="directors-title">
          Who runs the company
        </h2>
        <ul className="grid gap-x-(--gap) gap-y-8 min-[36rem]:grid-cols-2 min-[60rem]:grid-cols-3">
          {directors.map(({ id, name, role, portrait }) => (
            <li key={id} className="flex items-center gap-5">
              <Portrait name={name} portrait={portrait} size={104} />
              <div className="min-w-0 wrap-anywhere">
                <h3 className="font-display text-step-2 leading-[1.14]">{name}</h3>
                <p className="pt-1 text-muted">{role}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
