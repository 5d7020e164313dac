import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { companyFacts, shownWhatsapp } from '../../domain/company/company.server.ts'
import { askQuestion, myQuestions } from '../../domain/inquiries/ask-question.server.ts'
import { QuestionSchema } from '../../domain/inquiries/question-schema.ts'
import { firstInvestments } from '../../domain/investments/portfolio.server.ts'
import { formAction } from '../../platform/http/form-action.server.ts'
import { investorCommand, requireInvestor } from '../../platform/session/session.server.ts'
import { Toaster } from '../../ui/feedback/toaster.tsx'
import { FieldGrid } from '../../ui/fields/field.tsx'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { TextareaField } from '../../ui/fields/textarea-field.tsx'
import { useAnswer } from '../../ui/fields/use-answer.ts'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { formatAmount } from '../../values/money.ts'
import { viewerQuery } from '../guard.server.ts'
import { PortalFault } from '../parts/portal-fault.tsx'
import { useViewed } from '../parts/portal-link.tsx'
import { contactHome } from '../paths.ts'
import type { Route } from './+types/route.ts'
import { AskedQuestions } from './asked-questions.tsx'
import { WaysToReach } from './ways-to-reach.tsx'

/** The latest questions shown, and the most investments to choose from. */
const [shown, mostChoices] = [10, 100]

export async function loader({ context }: Route.LoaderArgs) {
  const facts = await viewerQuery(context, async (reader) => {
    const { phone, whatsapp, supportEmail, hours, answerTime } = await companyFacts(reader)
    const investments = await firstInvestments(reader, mostChoices)
    return {
      company: {
        ...{ phone, whatsapp, supportEmail, hours, answerTime },
        whatsappText: shownWhatsapp({ phone, whatsapp }),
      },
      questions: await myQuestions(reader, shown),
      choices: investments.flatMap(({ id, project, owned, amount }) =>
        project
          ? [{ id, name: `${project.name}, ${owned ?? formatAmount(amount, 'when-needed')}` }]
          : [],
      ),
    }
  })
  return { ...facts, key: randomUUID() }
}

export function action(args: Route.ActionArgs) {
  const { context } = args
  return formAction(args, {
    guard: requireInvestor,
    schema: QuestionSchema,
    run: ({ value }) => investorCommand(context, (investor) => askQuestion(investor, value)),
    refusals: {
      'too-many':
        'You sent ten questions in the last 24 hours. Please call us, or try again tomorrow.',
      'key-reused': 'The form was already sent with different text. Reload the page and try again.',
    },
    done: () => ({
      to: contactHome,
      toast: { kind: 'success', title: 'Question sent', text: 'You find it below with its state.' },
    }),
    failed: 'Your question was not sent',
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Contact us', args)

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { company, questions } = loaderData
  const isViewed = useViewed() !== null
  return (
    <>
      <PageHead title="Contact us" />
      <div className="grid items-start gap-5 @min-[56rem]/main:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-5">
          <Panel title="Ask a question">
            {isViewed ? (
              <p className="text-muted">Only the investor can ask here.</p>
            ) : (
              <AskForm loaded={loaderData} actionData={actionData} />
            )}
          </Panel>
          <AskedQuestions questions={questions} />
        </div>
        <WaysToReach company={company} />
      </div>
    </>
  )
}

type Loaded = Pick<Route.ComponentProps['loaderData'], 'choices' | 'key' | 'company'>
type AskProps = { loaded: Loaded; actionData: Route.ComponentProps['actionData'] }

function AskForm({ loaded: { choices, key, company }, actionData }: AskProps) {
  const { answer, fetcher } = useAnswer(actionData)
  // Keeps the first idempotency key across revalidation, so that a double submit stays harmless.
  const [firstKey] = useState(answer?.reply.values.key ?? key)
  return (
    <ActionForm reply={answer?.reply} fetcher={fetcher}>
      <input type="hidden" name="key" value={firstKey} />
      <FieldGrid>
        {choices.length > 0 && (
          <SelectField name="investmentId" label="About" span="full" defaultValue="">
            <option value="">Something else</option>
            {choices.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <TextareaField
          name="message"
          label="Your question"
          required
          rows={5}
          span="full"
          hint={company.answerTime === '' ? undefined : `We answer ${company.answerTime}.`}
        />
      </FieldGrid>
      <div className="mt-4">
        <SubmitButton pendingLabel="Sending">Send question</SubmitButton>
      </div>
      {answer?.toast && <Toaster toast={answer.toast} />}
    </ActionForm>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PortalFault error={error} title="This page could not be loaded" />
}
