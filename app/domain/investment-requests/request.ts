import { type Cents, isPositive, zero } from '../../values/money.ts'
import type { BasisPoints } from '../../values/percent.ts'

/** Where an investment request stands. Only a pending one reserves its part. */
export type RequestStatus = 'pending' | 'approved' | 'declined' | 'expired' | 'withdrawn'

/** In the order in which lists offer them: what waits comes first. */
export const requestStatuses = ['pending', 'approved', 'declined', 'expired', 'withdrawn'] as const

/** The word for each status, for administrators and investors alike. */
export const requestStatusLabels: Record<RequestStatus, string> = {
  pending: 'Open',
  approved: 'Approved',
  declined: 'Declined',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
}

/** The colour of each status. */
export const requestTones = {
  pending: 'amber',
  approved: 'green',
  declined: 'grey',
  expired: 'grey',
  withdrawn: 'grey',
} as const satisfies Record<RequestStatus, string>

/** What stands in the way of an approval until someone clears it away. */
export type ApprovalBlocker =
  | 'own-request'
  | 'investor-archived'
  | 'investor-inactive'
  | 'project-archived'
  | 'project-completed'

/** How long a request reserves its part, in days; the database counts them. */
export const reservedDays = 14

/** What someone who would invest may choose from. `offered` and `left` are null where the project states neither. */
export type Offer = {
  projectId: string
  slug: string
  name: string
  minimum: Cents | null
  unitPrice: Cents | null
  /** Of a year, as it is expected now. */
  annualReturn: BasisPoints | null
  offered: Cents | null
  left: Cents | null
  /** A mark of what is said of the project beside: the price of a unit, what it is expected to return, its completion. */
  terms: string
}

/** Why an amount cannot be requested. */
export type AmountRefused =
  | { refused: 'not-offered' }
  | { refused: 'below-minimum'; minimum: Cents }
  | { refused: 'exceeds-offer'; left: Cents }

/** The least that can be requested: the minimum, else one unit; null where neither is stated. */
export function smallestRequest({
  minimum,
  unitPrice,
}: Pick<Offer, 'minimum' | 'unitPrice'>): Cents | null {
  return minimum ?? unitPrice
}

/** Whether at least the smallest request still fits. A project that does not say what it offers takes none. */
export function takesRequests(offer: Offer): boolean {
  const left = offer.left ?? zero
  return isPositive(left) && left >= (smallestRequest(offer) ?? zero)
}

/** Whether this amount can be requested of what is left; null when it can. */
export function checkRequestedAmount(amount: Cents, offer: Offer): AmountRefused | null {
  const least = smallestRequest(offer)
  if (offer.left === null || !takesRequests(offer)) return { refused: 'not-offered' }
  if (least !== null && amount < least) return { refused: 'below-minimum', minimum: least }
  return amount > offer.left ? { refused: 'exceeds-offer', left: offer.left } : null
}

/** How many whole units an amount is; null when it is none, or the project has no units. */
export function unitsOf(amount: Cents, unitPrice: Cents | null): number | null {
  if (unitPrice === null || !isPositive(unitPrice) || amount % unitPrice !== 0n) return null
  return Number(amount / unitPrice)
}
