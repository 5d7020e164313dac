import { confirmWholly } from '../../domain/accounts/confirm-self.server.ts'
import { WholeProofSchema } from '../../domain/accounts/sign-in-schema.ts'
import type { Self } from '../../platform/signed-in.ts'
import { type FormReply, parseForm, refuseForm } from '../../values/form.ts'
import { waitSentence, withoutCode } from '../parts/own-account.server.ts'

/** Null when password and code are right; else what the form is answered. */
export async function demandWholeProof(
  self: Self,
  form: FormData,
): Promise<{ reply: FormReply; status: 422 | 429 } | null> {
  const parsed = parseForm(WholeProofSchema, form)
  if (!parsed.ok) return { reply: withoutCode(parsed.reply), status: 422 }
  const { currentPassword: password, code } = parsed.value
  const proven = await confirmWholly(self, { password, code })
  if ('confirmed' in proven) return null
  if (proven.refused === 'too-many')
    return refuse(form, { message: waitSentence(proven.retryAt) }, 429)
  return proven.refused === 'wrong'
    ? refuse(form, { errors: { currentPassword: 'This is not your password.' } })
    : refuse(form, { errors: { code: 'This code is not right, or it was used already.' } })
}

function refuse(form: FormData, why: Parameters<typeof refuseForm>[1], status: 422 | 429 = 422) {
  return { reply: withoutCode(refuseForm(form, why)), status }
}
