import type { Director } from '../../domain/company/directors.server.ts'
import { DialogLink } from '../../ui/layout/dialog-link.tsx'
import { Portrait } from '../../ui/portrait.tsx'
import { Setting } from './setting.tsx'

/** Who runs the company, as How to check us shows them. */
export function Directors({ directors }: { directors: Director[] }) {
  return (
    <Setting id="directors" lead="On the page How to check us, with their pictures.">
      {directors.length === 0 ? (
        <p className="text-muted">No directors yet. The page leaves this out.</p>
      ) : (
        <ul className="divide-y divide-line-soft border-y border-line-soft">
          {directors.map(({ id, name, role, portrait }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
              <Portrait name={name} portrait={portrait} size={44} />
              <span className="min-w-0 flex-1 wrap-anywhere">
                <bdi className="font-[560]">{name}</bdi>
                <span className="block text-xs text-muted">{role}</span>
              </span>
              <DialogLink
                to={`/admin-dashboard/company/directors/${id}`}
                look="secondary"
                size="small"
                aria-label={`Edit ${name}`}
              >
                Edit
              </DialogLink>
            </li>
          ))}
        </ul>
      )}
      <p>
        <DialogLink to="/admin-dashboard/company/directors/new" look="secondary" icon="plus">
          Add director
        </DialogLink>
      </p>
    </Setting>
  )
}
