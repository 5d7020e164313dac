import { useSearchParams } from 'react-router'
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
