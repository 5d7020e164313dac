import type {
  OpenRequest,
  RequestDraft,
} from '../../domain/investment-requests/draft-request.server.ts'
import type { Offer } from '../../domain/investment-requests/request.ts'
import type { Profile } from '../../domain/investors/profile.server.ts'
import type { Cents } from '../../values/money.ts'

/** The steps of a request, each a page of its own. */
export type InvestSteps = 'amount' | 'terms' | 'review'

/** What is left, nothing perhaps, and the least that could be asked for. */
export type TooLittle = { left: Cents; least: Cents | null }

/** What stands on the page of Invest Now. */
export type InvestView =
  /** With what was asked for before it closed, while that waits. */
  | { kind: 'closed'; request: OpenRequest | null }
  | { kind: 'admin'; dashboard: string }
  /** Too little is left for the least request; null where the project does not say what it offers. */
  | { kind: 'none-left'; left: TooLittle | null }
  | { kind: 'sent'; request: OpenRequest }
  | {
      kind: 'form'
      step: InvestSteps
      offer: Offer
      draft: RequestDraft | null
      /** Why what was chosen earlier cannot be asked for any more; null when it can. */
      misfit: string | null
      profile: Profile
      newKey: string
    }
