import { randomUUID } from 'node:crypto'
import { editInvestment } from '../../../domain/investment-changes/edit-investment.server.ts'
import { EditInvestmentSchema } from '../../../domain/investment-changes/edit-investment-schema.ts'
import { findInvestmentInFull } from '../../../domain/investments/investment-in-full.server.ts'
import { suggestInvestors } from '../../../domain/investors/investors.server.ts'
import { ownInvestmentMessage } from '../../../domain/payments/own-investment.ts'
import { suggestProjects } from '../../../domain/projects/projects.server.ts'
import { suggestUnits } from '../../../domain/projects/units.server.ts'
import { clock } from '../../../platform/clock.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { adminQuery, notFound, requireAdmin } from '../../../platform/session/session.server.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogNotice } from '../../../ui/layout/dialog-notice.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { isId } from '../../../values/id.ts'
import { approvable } from '../../approvals/approvable.server.ts'
import { type Choice, investorChoice, projectChoice } from '../../parts/choice.ts'
import { pageBehindInvestmentDialog } from '../../paths.ts'
import { InvestmentSubtitle } from '../parts/investment-subtitle.tsx'
import type { Route } from './+types/route.ts'
import { versionOf } from './both-versions.tsx'
import { EditInvestmentForm } from './edit-form.tsx'
import { type EditReply, refuseEdit } from './refusal.server.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const { investmentId } = params
    const investment = isId(investmentId) ? await findInvestmentInFull(admin, investmentId) : null
    if (!investment) throw notFound()
    return {
      investment,
      version: versionOf(investment),
      today: clock.today(),
      key: randomUUID(),
      units: await suggestUnits(admin, investment.hasHistory ? investment.project.id : null),
      projects: withOwn(
        projectChoice(investment.project),
        (await suggestProjects(admin, '')).map(projectChoice),
      ),
      investors: withOwn(
        investorChoice(investment.investor),
        (await suggestInvestors(admin, '')).map(investorChoice),
      ),
    }
  })
}

/** Includes the current project or investor even when not among the first. */
function withOwn(own: Choice, first: Choice[]): Choice[] {
  return first.some(({ id }) => id === own.id) ? first : [own, ...first]
}

export function action(args: Route.ActionArgs) {
  const { url, params, context } = args
  const { investmentId } = params
  return formAction(args, {
    guard: requireAdmin,
    schema: EditInvestmentSchema,
    run: ({ value }) =>
      approvable(
        context,
        {
          command: 'edit-investment',
          input: { investmentId, input: value },
          key: value.key,
          to: pageBehindInvestmentDialog(url, investmentId),
        },
        (admin) => editInvestment(admin, investmentId, value),
      ),
    refusals: refuseEdit,
    done: () => ({
      to: pageBehindInvestmentDialog(url, investmentId),
      toast: { title: 'Investment updated', kind: 'success' },
    }),
    failed: 'Error updating investment',
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Edit Investment', args)

export default function EditInvestment({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer<EditReply>(latest)
  const { investment } = loaderData
  return (
    <RouteDialog title="Edit Investment" subtitle={<InvestmentSubtitle investment={investment} />}>
      {(investment.isArchived || investment.isOwn) && !answer ? (
        <NoEdit isOwn={investment.isOwn} />
      ) : (
        <EditInvestmentForm
          key={investment.id}
          loaded={loaderData}
          answer={answer}
          fetcher={fetcher}
        />
      )}
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}

export function ErrorBoundary() {
  return (
    <RouteDialog title="Edit Investment">
      <ErrorState title="Error fetching data" />
    </RouteDialog>
  )
}

function NoEdit({ isOwn }: { isOwn: boolean }) {
  return (
    <DialogNotice tone="info">
      {isOwn ? ownInvestmentMessage : 'This investment is archived. Restore it first.'}
    </DialogNotice>
  )
}
