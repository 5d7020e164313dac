import { z } from 'zod'
import { optionalText } from '../../values/fields.ts'
import {
  type AccountCodes,
  type AccountName,
  accountNames,
  defaultAccountCodes,
} from './account-codes.ts'

/** A code, null when empty. Neither a formula nor with a separator of files. */
export const optionalAccountCode = () =>
  optionalText(20).refine(
    (code) => code === null || /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .:/_-]*$/u.test(code),
    'Start with a letter or digit; use only letters, digits, spaces and . : / _ -',
  )

const codeOf = (name: AccountName) =>
  optionalAccountCode().transform((code) => code ?? defaultAccountCodes[name])

/** The codes of the settings form; an empty one gets its default. */
export const AccountCodesSchema = z.object({
  accounts: codeOf('accounts'),
  cash: codeOf('cash'),
  investors: codeOf('investors'),
  refunds: codeOf('refunds'),
  adjustments: codeOf('adjustments'),
  distributions: codeOf('distributions'),
  rounding: codeOf('rounding'),
})

/** Stored codes; those that an earlier version did not have get their defaults. */
export const StoredAccountCodesSchema = z
  .partialRecord(z.enum(accountNames), z.string())
  .transform((codes): AccountCodes => ({ ...defaultAccountCodes, ...codes }))
