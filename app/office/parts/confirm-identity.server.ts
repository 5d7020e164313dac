import { PasskeyProofSchema } from '../../domain/accounts/passkeys/passkey-schema.ts'
import { hasPasskey } from '../../domain/accounts/passkeys/passkeys.server.ts'
import { findSecondFactor } from '../../domain/accounts/second-factor/second-factor.server.ts'
import {
  confirmIdentity,
  confirmIdentityFully,
  isConfirmed,
  renewSession,
} from '../../domain/accounts/sign-in/confirm-identity.server.ts'
import { clock } from '../../platform/clock.server.ts'
import {
  type Context,
  currentUser,
  replaceSessionToken,
  requireUser,
} from '../../platform/session/session.server.ts'
import type { RequestUser } from '../../platform/session/signed-in-user.ts'
import { type FormReply, parseForm, refuseForm } from '../../values/form.ts'
import { timeUntil } from '../../values/relative-time.ts'
import type { Confirmation } from './confirm-identity.tsx'

/** A sensitive action without valid proof of identity, with the reply to its form. */
type Unconfirmed = { refused: 'unconfirmed'; reply: FormReply }

/** What the form must ask for: nothing, the password, or a code, or a passkey instead of both. For loaders. */
export async function needsConfirmation(context: Context): Promise<Confirmation> {
  const self = await requireUser(context)
  const [confirmed, factor, passkey] = await Promise.all([
    isConfirmed(self.sessionId),
    findSecondFactor(self.userId),
    hasPasskey(self.userId),
  ])
  return { needed: !confirmed, factor: factor.on, passkey }
}

/**
 * Returns null when the person confirmed recently or does so with this form, else the reply. Call it after parsing and
 * before the command, outside any transaction. With a second factor, only its code or a passkey counts.
 */
export async function requireConfirmation(
  context: Context,
  form: FormData,
): Promise<Unconfirmed | null> {
  const person = await currentUser(context)
  // People without permission are refused by the command's own guard.
  if (person?.role !== 'admin' || person.hold) return null
  if (await isConfirmed(person.sessionId)) return null
  const self = await requireUser(context)
  if (form.has('passkey')) return confirmByPasskey(context, self, form)
  const factor = await findSecondFactor(self.userId)
  const field = factor.on ? 'code' : 'currentPassword'
  const typed = form.get(field)
  if (typeof typed !== 'string' || typed === '') return refuse(form, field, missing[field])
  const proven = await confirmIdentity(self, factor.on ? { code: typed } : { password: typed })
  if ('confirmed' in proven) return renew(context, self.sessionId)
  if (proven.refused === 'wrong') return refuse(form, field, wrong[field])
  return refuse(form, field, waitSentence(proven.retryAt))
}

/** Like `requireConfirmation`, but every time, and with password and code or a passkey: for second factors and payment accounts. */
export async function requireFullConfirmation(
  context: Context,
  form: FormData,
): Promise<Unconfirmed | null> {
  const person = await currentUser(context)
  if (person?.role !== 'admin' || person.hold) return null
  const self = await requireUser(context)
  if (form.has('passkey')) return confirmByPasskey(context, self, form)
  const factor = await findSecondFactor(self.userId)
  const typed = {
    password: String(form.get('currentPassword') ?? ''),
    code: String(form.get('code') ?? ''),
  }
  if (typed.password === '') return refuse(form, 'currentPassword', missing.currentPassword)
  if (factor.on && typed.code === '') return refuse(form, 'code', missing.code)
  const proven = await confirmIdentityFully(self, {
    password: typed.password,
    code: factor.on ? typed.code : null,
  })
  if ('confirmed' in proven) return renew(context, self.sessionId)
  switch (proven.refused) {
    case 'wrong':
      return refuse(form, 'currentPassword', wrong.currentPassword)
    case 'wrong-code':
      return refuse(form, 'code', wrong.code)
    case 'too-many':
      return refuse(form, 'currentPassword', waitSentence(proven.retryAt))
    default:
      return proven satisfies never
  }
}

/** A passkey counts as both factors. */
async function confirmByPasskey(
  context: Context,
  self: RequestUser,
  form: FormData,
): Promise<Unconfirmed | null> {
  const parsed = parseForm(PasskeyProofSchema, form)
  if (!parsed.ok) return { refused: 'unconfirmed', reply: parsed.reply }
  const proven = await confirmIdentity(self, parsed.value)
  if ('confirmed' in proven) return renew(context, self.sessionId)
  if (proven.refused === 'wrong') return refuse(form, 'passkey', wrong.passkey)
  return refuse(form, 'passkey', waitSentence(proven.retryAt))
}

/** Renews the session token after confirmation. */
async function renew(context: Context, sessionId: string): Promise<null> {
  await replaceSessionToken(context, await renewSession(sessionId))
  return null
}

const waitSentence = (retryAt: Date) =>
  `Too many failed attempts. Please try again in ${timeUntil(retryAt, clock.now())}.`

const missing = {
  currentPassword: 'Enter your password to confirm your identity.',
  code: 'Enter a code of your second factor to confirm your identity.',
}
const wrong = {
  currentPassword: 'This is not your password.',
  code: 'This code is wrong or was already used.',
  passkey: 'This passkey was not accepted. Please try it again.',
}

function refuse(
  form: FormData,
  field: 'currentPassword' | 'code' | 'passkey',
  sentence: string,
): Unconfirmed {
  return { refused: 'unconfirmed', reply: refuseForm(form, { errors: { [field]: sentence } }) }
}
