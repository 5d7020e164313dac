import { type FormEvent, useState } from 'react'
import { changeLines, type PlanFields } from '../../../domain/payment-plans/plan-form.ts'
import type { FormReply } from '../../../values/form.ts'

/** The fields of a form with lines, as typed so far. `revision` changes when the server answers with other values. */
export function usePlanFields(reply: FormReply | undefined, opened: PlanFields) {
  const [state, setState] = useState({ reply, fields: reply?.values ?? opened, revision: 0 })
  if (reply !== state.reply) {
    const fields = { ...state.fields, ...reply?.values }
    setState({ reply, fields, revision: state.revision + 1 })
  }
  const { fields, revision } = state
  // Removed lines stay in `fields`, so that their numbers are not used again.
  const setFields = (typed: PlanFields) =>
    setState((now) => ({ ...now, fields: { ...now.fields, ...typed } }))
  return {
    fields,
    revision,
    onInput: ({ currentTarget }: FormEvent<HTMLFormElement>) => setFields(typedIn(currentTarget)),
    change: (act: string) => setFields(changeLines(fields, act) ?? fields),
    setFields,
  }
}

function typedIn(form: HTMLFormElement): PlanFields {
  const texts = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  return Object.fromEntries(texts)
}
