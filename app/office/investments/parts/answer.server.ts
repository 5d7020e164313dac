import { data } from 'react-router'
import { findInvestmentInFull } from '../../../domain/investments/investment-in-full.server.ts'
import { asAdmin, type Context, logFault, notFound } from '../../../platform/session.server.ts'
import { type FormReply, refuseForm } from '../../../values/form.ts'
import { isId } from '../../../values/id.ts'
import { type Cents, formatAmount, zero } from '../../../values/money.ts'
import type { Toast } from '../../../values/toast.ts'

/** What a dialog of an investment answers when nothing was done. */
export type DialogReply = { reply: FormReply; toast: Toast | null }

/** The investment that a dialog is about, in full; a 404, thrown, when nobody has this id. */
export async function demandInvestment(context: Context, investmentId: string) {
  const investment = await asAdmin(context, async (admin) =>
    isId(investmentId) ? findInvestmentInFull(admin, investmentId) : null,
  )
  if (!investment) throw notFound()
  return investment
}

/** The form back as it was, with the words beside its fields. */
export function refuse(reply: FormReply) {
  return data<DialogReply>({ reply, toast: null }, { status: 422 })
}

/** A fault of ours: the form back, with the reference under which the log has it. */
export function fail(context: Context, form: FormData, fault: unknown, title: string) {
  const message = `${title}. Reference ${logFault(context, title, fault)}`
  const toast: Toast = { title, text: 'Please try again later.', kind: 'error' }
  return data<DialogReply>({ reply: refuseForm(form, { message }), toast }, { status: 500 })
}

/** Why money cannot be taken away on a day: on it, or on one after it, less had been received. In cents. */
export function takesTooMuch(most: Cents): string {
  return most > zero
    ? `Of what was received by this day only ${formatAmount(most, 'when-needed')} is left. Choose a later day.`
    : 'Nothing is left of what was received by this day. Choose a later day.'
}
