import type { Cents } from '../../values/money.ts'

/** Acts with a limit: above it, summed over a day, a second person approves. */
export const limitedActs = [
  'payment',
  'refund',
  'adjustment',
  'void',
  'distribution',
  'sending',
  'return',
] as const
export type LimitedAct = (typeof limitedActs)[number]

/** Acts that always need two people, where there are two. */
export const settingActs = ['payment-account', 'staff', 'staff-sign-in', 'limits', 'rate'] as const
export type TwoPersonAct = LimitedAct | (typeof settingActs)[number]

/** Acts whose form asks for a proof of identity, and whose approval does as well. */
const confirmedActs: readonly TwoPersonAct[] = [
  'payment-account',
  'staff',
  'staff-sign-in',
  'limits',
]

/** Whether who approves these lines confirms their identity. */
export const needsIdentity = (lines: readonly ProposalLine[]): boolean =>
  lines.some(({ act }) => confirmedActs.includes(act))

export const actLabels: Record<TwoPersonAct, string> = {
  payment: 'Payment by hand',
  refund: 'Refund',
  adjustment: 'Adjustment',
  void: 'Void',
  distribution: 'Distribution',
  sending: 'Sending a distribution',
  return: 'Return of money',
  'payment-account': 'Payment account',
  staff: 'Staff roles',
  'staff-sign-in': 'Staff sign-in',
  limits: 'Approval limits',
  rate: 'Exchange rate',
}

export const proposalStates = ['open', 'approved', 'declined', 'withdrawn', 'expired'] as const
export type ProposalState = (typeof proposalStates)[number]

export const proposalStateLabels: Record<ProposalState, string> = {
  open: 'Waiting',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
}

/** A proposal that waits for a second person. */
export type OpenProposal = { id: string; title: string }

/** How long a proposal waits, in days. */
export const proposalDays = 14

/** Why a command needs a second person: one of its acts. `daySum` is what the acts of its day come to with it. */
export type ProposalLine = {
  act: TwoPersonAct
  subjectId: string | null
  investmentId: string | null
  projectId: string | null
  amount: Cents | null
  limit: Cents | null
  daySum: Cents | null
}
