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
  demandSelf,
  keepSession,
  signedIn,
} from '../../platform/session/session.server.ts'
import { type FormReply, refuseForm } from '../../values/form.ts'
import { timeUntil } from '../../values/relative-time.ts'

/** A guarded act whose form did not prove who sent it, with the answer to that form. */
type Unconfirmed = { refused: 'unconfirmed'; reply: FormReply }

/** What the form of a guarded act has to ask: nothing, the password, or a code of the second factor. For loaders. */
export async function needsConfirmation(
  context: Context,
): Promise<{ needed: boolean; factor: boolean }> {
  const self = await demandSelf(context)
  const [confirmed, factor] = await Promise.all([
    isConfirmed(self.sessionId),
    findSecondFactor(self.userId),
  ])
  return { needed: !confirmed, factor: factor.on }
}

/**
 * Lets a guarded act pass, or answers its form. Null when the person confirmed lately, or does so with this very form;
 * call it after the form reads well and before the command, outside of any transaction. Where there is a second factor
 * only its code confirms.
 */
export async function requireConfirmation(
  context: Context,
  form: FormData,
): Promise<Unconfirmed | null> {
  const person = await signedIn(context)
  // Whoever may not do it at all is answered by the guard of the command, as everywhere.
  if (person?.role !== 'admin' || person.hold) return null
  if (await isConfirmed(person.sessionId)) return null
  const self = await demandSelf(context)
  const factor = await findSecondFactor(self.userId)
  const field = factor.on ? 'code' : 'currentPassword'
  const typed = form.get(field)
  if (typeof typed !== 'string' || typed === '') return refuse(form, field, missing[field])
  const proven = await confirmIdentity(self, factor.on ? { code: typed } : { password: typed })
  if ('confirmed' in proven) return renew(context, self.sessionId)
  if (proven.refused === 'wrong') return refuse(form, field, wrong[field])
  return refuse(form, field, waitSentence(proven.retryAt))
}

/**
 * As `demandConfirmation`, but each time, and with password and code where there is a second factor: for an act upon
 * somebody's second factor (decisions §2, Sessions).
 */
export async function requireFullConfirmation(
  context: Context,
  form: FormData,
): Promise<Unconfirmed | null> {
  const person = await signedIn(context)
  if (person?.role !== 'admin' || person.hold) return null
  const self = await demandSelf(context)
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

/** Who proved it again goes on under a new token. */
async function renew(context: Context, sessionId: string): Promise<null> {
  await keepSession(context, await renewSession(sessionId))
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
}

function refuse(form: FormData, field: 'currentPassword' | 'code', sentence: string): Unconfirmed {
  return { refused: 'unconfirmed', reply: refuseForm(form, { errors: { [field]: sentence } }) }
}
