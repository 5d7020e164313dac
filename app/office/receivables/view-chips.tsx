import { useSearchParams } from 'react-router'
import {
  type ReceivableScope,
  receivableScopes,
  scopeLabels,
} from '../../domain/receivables/receivable.ts'
import { withSearchParam } from '../../ui/fields/search-params.ts'
import { Chip, ChipRow } from '../../ui/layout/chips.tsx'
import { receivablesHome } from '../paths.ts'

/** By investor or by project. */
export function ViewChips() {
  const [params] = useSearchParams()
  const isByProject = params.get('by') === 'project'
  return (
    <ChipRow label="View">
      <Chip to={`${receivablesHome}${withSearchParam(params, 'by', '')}`} isCurrent={!isByProject}>
        By investor
      </Chip>
      <Chip
        to={`${receivablesHome}${withSearchParam(params, 'by', 'project')}`}
        isCurrent={isByProject}
      >
        By project
      </Chip>
    </ChipRow>
  )
}

/** Whom the list of investors names; all projects are always listed. */
export function ScopeChips({ scope }: { scope: ReceivableScope }) {
  const [params] = useSearchParams()
  return (
    <ChipRow label="Due">
      {receivableScopes.map((kind) => (
        <Chip
          key={kind}
          to={`${receivablesHome}${withSearchParam(params, 'due', kind === 'overdue' ? '' : kind)}`}
          isCurrent={kind === scope}
        >
          {scopeLabels[kind]}
        </Chip>
      ))}
    </ChipRow>
  )
}
