import type { ReactNode } from 'react'
import { ReplyContext, useFormState } from '../../ui/fields/form.tsx'
import type { FormReply } from '../../values/form.ts'

/** Hides the errors of these fields, which say something else than what was refused. */
export function EditedFields({ names, children }: { names: string[]; children: ReactNode }) {
  const { reply } = useFormState()
  return <ReplyContext reply={reply && withoutErrors(reply, names)}>{children}</ReplyContext>
}

function withoutErrors(reply: FormReply, names: string[]): FormReply {
  const errors = Object.entries(reply.errors).filter(([name]) => !names.includes(name))
  return { ...reply, errors: Object.fromEntries(errors) }
}
