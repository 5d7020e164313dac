import { PasskeyProofSchema } from '../../domain/accounts/passkeys/passkey-schema.ts'
import { hasPasskey } from '../../domain/accounts/passkeys/passkeys.server.ts'
import { findSecondFactor } from '../../domain/accounts/second-factor/second-factor.server.ts'
import {
  confirmIdentity,
  isConfirmed,
  renewSession,
} from '../../domain/accounts/sign-in/confirm-identity.server.ts'
import { type Context, replaceSessionToken } from '../../platform/session/session.server.ts'
import type { RequestUser } from '../../platform/session/signed-in-user.ts'
import { parseForm, refuseForm } from '../../values/form.ts'
import type { OwnProof } from './confirm-own-field.tsx'
import { waitSentence } from './own-account.server.ts'

/**
 * Requires confirmation within the last 15 minutes, or with this form, so that an unattended page changes nothing. Null
 * when confirmed, else the reply that asks for it.
 */
export async function confirmOwn(context: Context, self: RequestUser, form: FormData) {
  if (await isConfirmed(self.sessionId)) return null
  if (form.has('passkey')) return confirmByPasskey(context, self, form)
  const field = (await findSecondFactor(self.userId)).on ? 'code' : 'currentPassword'
  const refuse = (sentence?: string) => ({
    refused: 'unconfirmed' as const,
    reply: refuseForm(form, sentence === undefined ? {} : { errors: { [field]: sentence } }),
  })
  const typed = form.get(field)
  // The first request had no field to fill in.
  if (typed === null) return refuse()
  if (String(typed) === '') return refuse(missing[field])
  const proof = field === 'code' ? { code: String(typed) } : { password: String(typed) }
  const proven = await confirmIdentity(self, proof)
  if ('refused' in proven)
    return refuse(proven.refused === 'wrong' ? wrong[field] : waitSentence(proven.retryAt))
  await replaceSessionToken(context, await renewSession(self.sessionId))
  return null
}

async function confirmByPasskey(context: Context, self: RequestUser, form: FormData) {
  const parsed = parseForm(PasskeyProofSchema, form)
  if (!parsed.ok) return { refused: 'unconfirmed' as const, reply: parsed.reply }
  const proven = await confirmIdentity(self, parsed.value)
  if ('refused' in proven) {
    const sentence =
      proven.refused === 'wrong'
        ? 'This passkey was not accepted. Please try it again.'
        : waitSentence(proven.retryAt)
    return {
      refused: 'unconfirmed' as const,
      reply: refuseForm(form, { errors: { passkey: sentence } }),
    }
  }
  await replaceSessionToken(context, await renewSession(self.sessionId))
  return null
}

/** What a form must ask for. For loaders. */
export async function findOwnProof({ userId }: RequestUser): Promise<OwnProof> {
  return { factor: (await findSecondFactor(userId)).on, passkey: await hasPasskey(userId) }
}

const missing = { code: 'Enter the code', currentPassword: 'Enter your password' }
const wrong = {
  code: 'This code is wrong or was already used.',
  currentPassword: 'This is not your password.',
}
