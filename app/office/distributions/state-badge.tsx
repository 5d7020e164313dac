import {
  type DistributionState,
  distributionState,
  distributionStateLabels,
} from '../../domain/distributions/distribution.ts'
import type { ListedDistribution } from '../../domain/distributions/distributions.server.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'

const tones: Record<DistributionState, BadgeTone> = {
  declared: 'amber',
  'partly-sent': 'blue',
  sent: 'green',
  voided: 'grey',
}

export function StateBadge({ distribution }: { distribution: ListedDistribution }) {
  const state = distributionState(distribution)
  return <Badge tone={tones[state]}>{distributionStateLabels[state]}</Badge>
}
