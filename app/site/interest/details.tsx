import type { OfferedSchedule } from '../../domain/payment-plans/offered-schedules.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { TextareaField } from '../../ui/fields/textarea-field.tsx'
import type { FormReply } from '../../values/form.ts'
import { Fact, Foot, stepClass } from '../invest/frame.tsx'
import { PlanChoice } from '../invest/plan-choice.tsx'
import { type Chosen, ChosenFacts, ChosenFields } from './interest-steps.tsx'

type Props = {
  terms: string
  chosen: Chosen
  /** Payment plans of the amount. */
  plans: OfferedSchedule[]
  reply: FormReply | undefined
}

/** Named apart, because public pages do not ship the icon of that name (public-pages.test.ts). */
const phoneField = 'phone'

/** Last step of a guest before the code. */
export function DetailsOfInterest({ terms, chosen, plans, reply }: Props) {
  return (
    <ActionForm reply={reply} className={stepClass}>
      <ChosenFields chosen={chosen} />
      <input type="hidden" name="terms" value={terms} />
      <h2 className="site-subtitle">Who are you?</h2>
      <dl>
        <ChosenFacts chosen={chosen} />
        <Fact label="Terms and risk">Both accepted</Fact>
      </dl>
      <TextField name="name" label="Full Name" autoComplete="name" required />
      <div className="grid gap-5 min-[40rem]:grid-cols-2">
        <TextField
          name="email"
          label="Email Address"
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          hint="We send a code to it"
        />
        <TextField
          name={phoneField}
          label="Phone Number"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          optional
        />
      </div>
      <TextareaField
        name="note"
        label="Note"
        rows={3}
        optional
        hint="Such as your questions, or when to call you"
      />
      <PlanChoice plans={plans} />
      <Foot>
        <SubmitButton pendingLabel="Sending the code">Send me a code</SubmitButton>
        <ButtonLink to={chosen.toTerms}>Back</ButtonLink>
      </Foot>
    </ActionForm>
  )
}
