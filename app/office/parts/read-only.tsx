import type { ReactNode } from 'react'

/** Fields of a form that the user's role may not send. A form of buttons alone shows none and says nothing. */
export const readOnly = (fields: ReactNode) => (
  <fieldset disabled className="contents">
    <p className="col-span-full mb-4 hidden text-muted in-[form:has(textarea,select,input:not([type=hidden]))]:block">
      Your role can view this, but not change it.
    </p>
    {fields}
  </fieldset>
)
