import type { ListedProjectPage } from '../../domain/projects/published-project.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import type { FormReply } from '../../values/form.ts'
import { Foot, stepClass } from '../invest/frame.tsx'
import { Understand } from '../invest/terms.tsx'

type Props = {
  project: ListedProjectPage
  terms: string
  amount: string
  reply: FormReply | undefined
}

/** Second step of a guest: both checkboxes are required. */
export function TermsOfInterest({ project, terms, amount, reply }: Props) {
  const { completion, unitPrice, annualReturn } = project
  return (
    <ActionForm reply={reply} method="get" className={stepClass}>
      <input type="hidden" name="amount" value={amount} />
      <input type="hidden" name="terms" value={terms} />
      <h2 className="site-subtitle">Before you continue</h2>
      <Understand {...{ completion, unitPrice, annualReturn }} isTicked={false} />
      <Foot>
        <SubmitButton>Continue to your details</SubmitButton>
        <ButtonLink to={`?from=${amount}`}>Back</ButtonLink>
      </Foot>
    </ActionForm>
  )
}
