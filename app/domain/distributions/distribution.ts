/** Declared when recorded, sent when the office says so, perhaps in several parts. */
export type DistributionState = 'declared' | 'partly-sent' | 'sent' | 'voided'

export const distributionStateLabels: Record<DistributionState, string> = {
  declared: 'Declared',
  'partly-sent': 'Partly sent',
  sent: 'Sent',
  voided: 'Voided',
}

/** The state of a distribution, from the number of its shares and of those that were sent. */
export function distributionState({
  shares,
  sentShares,
  voidedBecause,
}: {
  shares: number
  sentShares: number
  voidedBecause: string | null
}): DistributionState {
  if (voidedBecause !== null) return 'voided'
  if (sentShares === 0) return 'declared'
  return sentShares < shares ? 'partly-sent' : 'sent'
}
