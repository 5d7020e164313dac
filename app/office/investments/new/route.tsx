import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { useParams } from 'react-router'
import { addPaidInvestment } from '../../../domain/investment-changes/add-paid-investment.server.ts'
import { addInvestment } from '../../../domain/investments/add-investment.server.ts'
import { AddInvestmentSchema } from '../../../domain/investments/investment-schema.ts'
import { findInvestor } from '../../../domain/investors/find-investor.server.ts'
import { suggestInvestors } from '../../../domain/investors/investors.server.ts'
import { addInvestmentWithPlan } from '../../../domain/payment-plans/add-with-plan.server.ts'
import { templateChoices } from '../../../domain/payment-plans/plan-templates.server.ts'
import { suggestProjects } from '../../../domain/projects/projects.server.ts'
import { suggestUnits } from '../../../domain/projects/units.server.ts'
import { clock } from '../../../platform/clock.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { adminQuery, notFound, requireAdmin } from '../../../platform/session/session.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { approvable } from '../../approvals/approvable.server.ts'
import { investorChoice, projectChoice } from '../../parts/choice.ts'
import { NamedInvestor } from '../../parts/named-investor.tsx'
import { addedText } from '../parts/added-toast.server.ts'
import { typedAmount } from '../parts/typed-amount.ts'
import type { Route } from './+types/route.ts'
import { NewInvestmentFields } from './new-investment-fields.tsx'
import { type AddingReply, refuseAdding } from './refusal.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const investor =
      params.investorId === undefined ? null : await findInvestor(admin, params.investorId)
    if (params.investorId !== undefined && (!investor || investor.isArchived)) throw notFound()
    return {
      key: randomUUID(),
      today: clock.today(),
      projects: (await suggestProjects(admin, '')).map(projectChoice),
      investors: investor ? [] : (await suggestInvestors(admin, '')).map(investorChoice),
      templates: await templateChoices(admin),
      units: await suggestUnits(admin),
      investor: investor && { id: investor.id, name: investor.fullName, email: investor.email },
    }
  })
}

export function action(args: Route.ActionArgs) {
  const { url, params, context } = args
  const home = params.investorId === undefined ? 'investments' : `investors/${params.investorId}`
  const to = `/admin-dashboard/${home}${url.search}`
  return formAction(args, {
    guard: requireAdmin,
    schema: AddInvestmentSchema,
    run: ({ value: { status, fullyPaid: _, templateId, ...input } }) => {
      const proposing = { command: 'add-paid-investment' as const, input, key: input.key, to }
      return approvable(context, proposing, async (admin) => {
        const answer =
          status === 'completed'
            ? await addPaidInvestment(admin, input)
            : templateId === null
              ? await addInvestment(admin, { ...input, status })
              : await addInvestmentWithPlan(admin, { ...input, status, templateId })
        return 'refused' in answer ? answer : { text: await addedText(answer)(admin) }
      })
    },
    refusals: refuseAdding,
    done: ({ text }) => ({
      to,
      toast: { title: 'Investment added', text, kind: 'success' },
    }),
    failed: 'Error adding investment',
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Add Investment', args)

export default function AddInvestment({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { answer: actionData, fetcher } = useAnswer<AddingReply>(latest)
  const reply = actionData?.reply
  // Keeps the first idempotency key across revalidation, so that a double submit stays harmless.
  const [key] = useState(reply?.values.key ?? loaderData.key)
  const [amount, setAmount] = useState(() => typedAmount(reply?.values.amount ?? ''))
  return (
    <RouteDialog
      title="Add Investment"
      subtitle={loaderData.investor && <NamedInvestor {...loaderData.investor} />}
    >
      <ActionForm reply={reply} fetcher={fetcher}>
        <DialogBody>
          <input type="hidden" name="key" value={key} />
          <NewInvestmentFields
            today={loaderData.today}
            projects={loaderData.projects}
            templates={loaderData.templates}
            units={loaderData.units}
            investors={loaderData.investors}
            investor={loaderData.investor}
            reply={reply}
            existing={actionData?.existing ?? null}
            beyond={actionData?.beyond ?? null}
            onAmountChange={(text) => setAmount(typedAmount(text))}
          />
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton pendingLabel="Adding investment">
            <span>
              Add investment
              {amount !== null && (
                <>
                  {' of '}
                  <Amount cents={amount} show="when-needed" />
                </>
              )}
            </span>
          </SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={actionData?.toast} />
    </RouteDialog>
  )
}

/** The dialog has its own error title on an investor's page. */
export function ErrorBoundary() {
  const { investorId } = useParams()
  return (
    <RouteDialog title="Add Investment">
      <ErrorState title={investorId === undefined ? 'Error fetching data' : 'Error loading data'} />
    </RouteDialog>
  )
}
