import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { addPaidInvestment } from '../../../../domain/investment-changes/add-paid-investment.server.ts'
import { addInvestment } from '../../../../domain/investments/add-investment.server.ts'
import { investmentStatusLabels } from '../../../../domain/investments/investment.ts'
import {
  AddProjectInvestorSchema,
  beginnerStatuses,
} from '../../../../domain/investments/project-investor-schema.ts'
import { suggestInvestors } from '../../../../domain/investors/investors.server.ts'
import { findRemovable } from '../../../../domain/projects/remove-project.server.ts'
import { suggestUnits } from '../../../../domain/projects/units.server.ts'
import { clock } from '../../../../platform/clock.server.ts'
import { formAction } from '../../../../platform/http/form-action.server.ts'
import { adminQuery, notFound, requireAdmin } from '../../../../platform/session/session.server.ts'
import { useScript } from '../../../../ui/connection/use-script.ts'
import { Day } from '../../../../ui/day.tsx'
import { Toaster } from '../../../../ui/feedback/toaster.tsx'
import { AmountField } from '../../../../ui/fields/amount-field.tsx'
import { CheckboxField } from '../../../../ui/fields/checkbox-field.tsx'
import { FieldGrid } from '../../../../ui/fields/field.tsx'
import { ActionForm } from '../../../../ui/fields/form.tsx'
import { SelectField } from '../../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../ui/layout/route-dialog.tsx'
import { isId } from '../../../../values/id.ts'
import { approvable } from '../../../approvals/approvable.server.ts'
import { addedText } from '../../../investments/parts/added-toast.server.ts'
import { OversubscriptionQuestion } from '../../../investments/parts/oversubscription-question.tsx'
import { OwnedField, priceSuggestion } from '../../../investments/parts/owned-field.tsx'
import { investorChoice } from '../../../parts/choice.ts'
import { PartyPicker } from '../../../parts/party-picker.tsx'
import type { Route } from './+types/route.ts'
import { type PanelReply, refuseInPanel, toastOf } from './refusal.ts'

export async function loader({ params: { projectId }, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const project = isId(projectId) ? await findRemovable(admin, projectId) : null
    if (!project) throw notFound()
    const investors = (await suggestInvestors(admin, '')).map(investorChoice)
    const units = await suggestUnits(admin, projectId)
    return { name: project.name, key: randomUUID(), today: clock.today(), investors, units }
  })
}

export function action(args: Route.ActionArgs) {
  const { url, params, context } = args
  const { projectId } = params
  const to = `/admin-dashboard/projects/${projectId}/investors${url.search}`
  return formAction(args, {
    guard: requireAdmin,
    schema: AddProjectInvestorSchema,
    unreadable: (reply, form) => ({ ...reply, toast: toastOf(reply.errors, form) }),
    run: ({ value: { status, fullyPaid: _, ...typed } }) => {
      const input = { ...typed, projectId, investedOn: clock.today(), furtherTranche: false }
      const proposing = { command: 'add-paid-investment' as const, input, key: input.key, to }
      return approvable(context, proposing, async (admin) => {
        const nothingNext = { nextPaymentOn: null, nextPaymentAmount: null }
        const answer =
          status === 'completed'
            ? await addPaidInvestment(admin, input)
            : await addInvestment(admin, { ...input, ...nothingNext, status })
        return 'refused' in answer ? answer : { text: await addedText(answer)(admin) }
      })
    },
    refusals: refuseInPanel,
    done: ({ text }) => ({
      to,
      toast: { title: 'Investor added', text, kind: 'success' },
    }),
    failed: {
      title: 'Error adding investor',
      text: 'There was a problem adding the investor to this project.',
    },
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Add Investor to Project', args)

export default function AddProjectInvestor({
  loaderData,
  actionData: latest,
}: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer<PanelReply>(latest)
  const { name, today, investors, units } = loaderData
  const [owned, setOwned] = useState(answer?.reply.values.owned ?? '')
  const [key] = useState(answer?.reply.values.key ?? loaderData.key)
  const [status, setStatus] = useState(answer?.reply.values.status ?? 'pending')
  const scripted = useScript()
  return (
    <RouteDialog title="Add Investor" subtitle={<bdi>{name}</bdi>}>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          <input type="hidden" name="key" value={key} />
          <FieldGrid>
            <PartyPicker name="investorId" label="Investor" of="investor" first={investors} />
            <OwnedField units={units} onText={setOwned} />
            <AmountField name="amount" label="Amount" required {...priceSuggestion(units, owned)} />
            {answer?.beyond && <OversubscriptionQuestion {...answer.beyond} />}
            <SelectField
              name="status"
              label="Status"
              defaultValue="pending"
              onValueChange={setStatus}
            >
              {beginnerStatuses.map((choice) => (
                <option key={choice} value={choice}>
                  {investmentStatusLabels[choice]}
                </option>
              ))}
            </SelectField>
            {(!scripted || status === 'completed') && (
              <CheckboxField
                name="fullyPaid"
                label={
                  <>
                    Fully paid on <Day on={today} />
                  </>
                }
                hint="Records a payment of the whole amount, with its receipt"
              />
            )}
          </FieldGrid>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton pendingLabel="Adding investor">Add Investor</SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
