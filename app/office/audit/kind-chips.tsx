import { useLocation, useSearchParams } from 'react-router'
import { auditKindLabels, auditKinds } from '../../domain/audit/audit-words.ts'
import { searchWith } from '../../ui/fields/search-with.ts'
import { Chip, ChipRow } from '../../ui/layout/chips.tsx'

/** Without counts: counting would read the whole log. */
export function KindChips() {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const current = auditKinds.find((kind) => kind === params.get('kind')) ?? ''
  const chips = [['', 'All'], ...auditKinds.map((kind) => [kind, auditKindLabels[kind]])] as const
  return (
    <ChipRow label="Kind">
      {chips.map(([kind = '', words]) => (
        <Chip
          key={kind}
          to={`${pathname}${searchWith(params, 'kind', kind)}`}
          isCurrent={kind === current}
        >
          {words}
        </Chip>
      ))}
    </ChipRow>
  )
}
