import type {
  OpenRequest,
  RequestDraft,
} from '../../domain/investment-requests/draft-request.server.ts'
import type { Offer } from '../../domain/investment-requests/request.ts'
import type { Profile } from '../../domain/investors/profile.server.ts'
import type { OfferedSchedule } from '../../domain/payment-plans/offered-schedules.server.ts'
import type { Cents } from '../../values/money.ts'

/** Each step is its own page. */
export type InvestSteps = 'amount' | 'terms' | 'review'

/** What is left, possibly nothing, and the minimum. */
export type TooLittle = { left: Cents; least: Cents | null }

export type InvestView =
  /** Includes an open request sent before the project closed. */
  | { kind: 'closed'; request: OpenRequest | null }
  | { kind: 'admin'; dashboard: string }
  /** Too little is left for the minimum; null when the project does not say what it offers. */
  | { kind: 'none-left'; left: TooLittle | null }
  | { kind: 'sent'; request: OpenRequest }
  | {
      kind: 'form'
      step: InvestSteps
      offer: Offer
      draft: RequestDraft | null
      /** Why the drafted amount is no longer available; null when it is. */
      misfit: string | null
      profile: Profile
      newKey: string
      /** Payment plans of the drafted amount. */
      plans: OfferedSchedule[]
    }
