import { z } from 'zod'
import { emailAddress, optionalDay, optionalPhone, requiredText } from '../../values/fields.ts'
import type { PhoneReader } from '../../values/phone.ts'
import { trimmed } from '../../values/visible.ts'
import { type InvestorStatus, investorStatuses } from '../investors/investor.ts'
import { asWords, dayCell, wordCell } from './cells.ts'
import { rowReader } from './row-reader.ts'

/** One investor of a file; without a status they are pending, without a day they join today. */
export const investorRowReader = (readPhone: PhoneReader) =>
  rowReader({
    fullName: requiredText(200, 'A name is required.'),
    email: z
      .string()
      .refine((text) => trimmed(text) !== '', 'An email is required.')
      .pipe(emailAddress('This is no email address.')),
    phone: optionalPhone(readPhone),
    status: wordCell<InvestorStatus>(asWords(investorStatuses), 'Not a status of an investor.', {
      means: 'pending',
    }),
    joinedOn: dayCell(optionalDay()),
  })
