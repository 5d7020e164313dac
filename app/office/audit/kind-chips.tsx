import { Link, useLocation, useSearchParams } from 'react-router'
import { auditKindLabels, auditKinds } from '../../domain/audit/audit-words.ts'
import { searchWith } from '../../ui/search-with.ts'

/** The kinds of acts, without counts: counting each would read the whole log. */
export function KindChips() {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const current = auditKinds.find((kind) => kind === params.get('kind')) ?? ''
  const chips = [['', 'All'], ...auditKinds.map((kind) => [kind, auditKindLabels[kind]])] as const
  return (
    <nav aria-label="Kind" className="chips">
      {chips.map(([kind = '', words]) => (
        <Link
          key={kind}
          to={`${pathname}${searchWith(params, 'kind', kind)}`}
          replace
          preventScrollReset
          aria-current={kind === current ? 'true' : undefined}
          className="chip"
        >
          {words}
        </Link>
      ))}
    </nav>
  )
}
