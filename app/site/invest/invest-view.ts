import type { OpenRequest, RequestDraft } from '../../domain/investments/draft-request.server.ts'
import type { Offer } from '../../domain/investments/request.ts'
import type { Profile } from '../../domain/investors/profile.server.ts'

/** The steps of a request, each a page of its own. */
export type InvestSteps = 'amount' | 'terms' | 'review'

/** What stands on the page of Invest Now. */
export type InvestView =
  /** With what was asked for before it closed, while that waits. */
  | { kind: 'closed'; request: OpenRequest | null }
  | { kind: 'admin'; dashboard: string }
  /** `isStated`: the project says what it offers, and all of it is taken. */
  | { kind: 'none-left'; isStated: boolean }
  | { kind: 'sent'; request: OpenRequest }
  | {
      kind: 'form'
      step: InvestSteps
      offer: Offer
      draft: RequestDraft | null
      profile: Profile
      newKey: string
    }
