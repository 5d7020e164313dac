import { type Cents, isPositive, zero } from '../../values/money.ts'
import type { BasisPoints } from '../../values/percent.ts'
import type { FreeUnit } from '../projects/unit.ts'

/** Only pending requests reserve their amount. */
export type RequestStatus = 'pending' | 'approved' | 'declined' | 'expired' | 'withdrawn'

/** Pending requests come first in lists. */
export const requestStatuses = ['pending', 'approved', 'declined', 'expired', 'withdrawn'] as const

export const requestStatusLabels: Record<RequestStatus, string> = {
  pending: 'Open',
  approved: 'Approved',
  declined: 'Declined',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
}

export const requestTones = {
  pending: 'amber',
  approved: 'green',
  declined: 'grey',
  expired: 'grey',
  withdrawn: 'grey',
} as const satisfies Record<RequestStatus, string>

/** Why an approval is currently impossible. */
export type ApprovalBlocker =
  | 'own-request'
  | 'investor-archived'
  | 'investor-inactive'
  | 'project-archived'
  | 'project-completed'

/** Days a request reserves its amount; the database counts them. */
export const reservedDays = 14

/** `offered` and `left` are null where the project does not state them. */
export type Offer = {
  projectId: string
  slug: string
  name: string
  minimum: Cents | null
  unitPrice: Cents | null
  /** The expected return a year. */
  annualReturn: BasisPoints | null
  offered: Cents | null
  left: Cents | null
  /** Free units and shares that have a price, which can be requested. */
  units: (FreeUnit & { price: Cents })[]
  /** Identifies the displayed terms: unit price, expected return, completion, risks. */
  terms: string
}

/** Why an amount cannot be requested. */
export type AmountRefused =
  | { refused: 'not-offered' }
  | { refused: 'below-minimum'; minimum: Cents }
  | { refused: 'exceeds-offer'; left: Cents }
  | { refused: 'unit-taken' }

/** The minimum, else one unit; null where neither is stated. */
export function smallestRequest({
  minimum,
  unitPrice,
}: Pick<Offer, 'minimum' | 'unitPrice'>): Cents | null {
  return minimum ?? unitPrice
}

/** Whether the smallest request still fits; false for a project without a stated offer. */
export function takesRequests(offer: Offer): boolean {
  const left = offer.left ?? zero
  return isPositive(left) && left >= (smallestRequest(offer) ?? zero)
}

/** Why this amount cannot be requested; null when it can. */
function checkRequestedAmount(amount: Cents, offer: Offer): AmountRefused | null {
  const least = smallestRequest(offer)
  if (offer.left === null || !takesRequests(offer)) return { refused: 'not-offered' }
  if (least !== null && amount < least) return { refused: 'below-minimum', minimum: least }
  return amount > offer.left ? { refused: 'exceeds-offer', left: offer.left } : null
}

/** Why what was drafted cannot be requested now; null when it can. A named unit has a price instead of the least amount. */
export function checkDraft(
  { amount, owned, unit }: { amount: Cents; owned: string | null; unit: object | null },
  offer: Offer,
): AmountRefused | null {
  if (owned !== null && !unit) return { refused: 'unit-taken' }
  return checkRequestedAmount(amount, unit ? { ...offer, unitPrice: null } : offer)
}

/** The whole units of an amount; null when it is not a multiple, or the project has no units. */
export function unitsOf(amount: Cents, unitPrice: Cents | null): number | null {
  if (unitPrice === null || !isPositive(unitPrice) || amount % unitPrice !== 0n) return null
  return Number(amount / unitPrice)
}
