import { z } from 'zod'
import {
  checkbox,
  emailAddress,
  optionalId,
  optionalNote,
  optionalPhone,
  positiveAmount,
  requiredText,
} from '../../values/fields.ts'
import type { PhoneReader } from '../../values/phone.ts'
import { noTemplate } from '../investment-requests/request-schema.ts'
import { maxLengths, missingMessages } from './inquiry.ts'

const amount = positiveAmount('Enter an amount greater than zero.')

/** Shown where a chosen unit or share is not free. */
export const unitGone = 'This is no longer available. Choose another unit or share.'

/** The unit or share of any step; its price is the amount. */
export const InterestUnitSchema = z.object({ unit: optionalId(unitGone) })

/** First step of a guest who would like to invest, when no unit is chosen. */
export const InterestAmountSchema = z.object({ amount })

const mustBeTicked = (message: string) => checkbox().refine((isTicked) => isTicked, message)

/** Second step. `terms` identifies what was displayed. */
export const InterestTermsSchema = z.object({
  isRequest: mustBeTicked('Please confirm that you understand this.'),
  isRisky: mustBeTicked('Please confirm that you understand the risk.'),
  terms: z.string().max(64),
})

/** Last step, with what the others led to. */
export const interestDetailsSchema = (readPhone: PhoneReader) =>
  z.object({
    amount,
    unit: optionalId(unitGone),
    templateId: optionalId(noTemplate),
    terms: z.string().max(64),
    name: requiredText(maxLengths.name, missingMessages.name),
    email: emailAddress(missingMessages.email),
    phone: optionalPhone(readPhone),
    note: optionalNote(1000),
  })

/** The code of the email: six digits, spaces allowed. */
export const InterestCodeSchema = z.object({
  code: z
    .string()
    .max(40, 'Enter the six digits of the email.')
    .transform((text) => text.replace(/\s/g, ''))
    .refine((digits) => /^\d{6}$/.test(digits), 'Enter the six digits of the email.'),
})

/** The form of a waiting list. */
export const WaitingListSchema = z.object({ email: emailAddress(missingMessages.email) })
