import type { ProposalDecided } from '../../domain/approvals/proposals.server.ts'
import { ownInvestmentMessage } from '../../domain/payments/own-investment.ts'

type DecisionRefused = Exclude<
  Extract<ProposalDecided, { refused: string }>['refused'],
  'not-found'
>

/** Why a proposal is not decided. */
export const decisionRefusals: Record<DecisionRefused, string> = {
  'already-decided': 'This was decided in the meantime. Nothing was changed.',
  expired: 'This has expired. It can be proposed again.',
  'not-allowed': 'Your role does not include approvals.',
  'not-yours': 'Only the person who proposed this can withdraw it.',
  own: 'You proposed this. Another person must approve or decline it.',
  'about-you': 'This is about your own account. Another person must decide.',
  'own-investor': ownInvestmentMessage,
}

const sentences: Record<string, string> = {
  'not-found': 'What this is about no longer exists.',
  'no-investment': 'The investment no longer exists.',
  unknown: 'The account no longer exists.',
  'already-settled': 'The investment has been fully paid since.',
  'exceeds-remaining': 'Less than this remains to be paid now.',
  'exceeds-received': 'Less than this is held on the investment now.',
  'before-received': 'On its date less than this was held on the investment.',
  cancelled: 'The investment has been cancelled since.',
  archived: 'The investment, its project or its investor has been archived since.',
  unavailable: 'The project or the investor is no longer available.',
  'version-conflict': 'It has been changed since this was proposed.',
  'own-investor': ownInvestmentMessage,
  'same-reference': 'A payment with this reference has been recorded since.',
  'already-voided': 'It has been voided since.',
  'below-zero': 'Later refunds or adjustments use this money. Void those first.',
  'above-amount': 'More than the agreed amount would be received.',
  'not-open': 'The bank transaction has been matched or excluded since.',
  'not-matched': 'The bank transaction is no longer matched.',
  'exceeds-transaction': 'Less than this is left of the bank transaction now.',
  moved: 'The payments have changed since, so the shares would be different.',
  'sent-since': 'Some of its shares have been sent since.',
  'all-sent': 'All its shares have been sent since.',
  voided: 'It has been voided since.',
  'already-recorded': 'The same has been recorded since.',
  'rate-differs': 'The exchange rate has been changed since.',
  'no-rate': 'There is no exchange rate for its day.',
  'rate-far': 'The exchange rate is far from the company rate.',
  'far-from-last': 'The rate is now more than 5% from the last one.',
  'same-number': 'Another payment account has this number now.',
  'email-in-use': 'The email address has been taken since.',
  taken: 'The email address has been taken since.',
  same: 'It is already as proposed.',
  unchanged: 'It is already as proposed.',
  own: 'This is about your own account. Another person must decide.',
  none: 'The account has no second factor now.',
  oneself: 'This is about your own account. Another person must decide.',
  'last-administrator': 'The office would have no owner.',
  'exceeds-offer': 'More than the project offers would be invested.',
  'already-invested': 'The investor has another investment in this project now.',
  'has-problems': 'Some rows of the file have problems now.',
  'nothing-ready': 'No row of the file can be added now.',
}

/** Why an approved command is not carried out. The proposal stays, to be declined or withdrawn. */
export const whyNotNow = (refused: string): string =>
  `${sentenceOf(refused)} Decline it, and have it proposed again if it is still wanted.`

/** Why what was withdrawn or has expired is not proposed again. */
export const whyNotAgain = (refused: string): string =>
  `${sentenceOf(refused)} Open the page it is about, and propose it there if it is still wanted.`

function sentenceOf(refused: string): string {
  const known = Object.hasOwn(sentences, refused) ? sentences[refused] : undefined
  return `This cannot be done now: ${known ?? 'something it depends on has changed.'}`
}
