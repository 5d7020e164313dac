import type { FormReply } from '../../values/form.ts'
import type { Cents } from '../../values/money.ts'

/** The steps of a guest; the address carries what the earlier ones led to. */
export type InterestView =
  | { step: 'amount'; amount: Cents | null; reply: FormReply | undefined }
  | { step: 'terms'; amount: Cents; reply: FormReply | undefined }
  | { step: 'details'; amount: Cents }
