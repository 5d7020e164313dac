import { randomUUID } from 'node:crypto'
import { data } from 'react-router'
import { findInvestmentInFull } from '../../../domain/investments/investment-in-full.server.ts'
import { suggestInvestors } from '../../../domain/investors/investors.server.ts'
import { editInvestment } from '../../../domain/payments/edit-investment.server.ts'
import { EditInvestmentSchema } from '../../../domain/payments/edit-investment-schema.ts'
import { suggestProjects } from '../../../domain/projects/projects.server.ts'
import { clock } from '../../../platform/clock.server.ts'
import { asAdmin, logFault, lookAsAdmin, notFound } from '../../../platform/session.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { RouteDialog } from '../../../ui/route-dialog.tsx'
import { Toaster } from '../../../ui/toaster.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { parseForm, refuseForm } from '../../../values/form.ts'
import { isId } from '../../../values/id.ts'
import type { Toast } from '../../../values/toast.ts'
import { type Choice, investorChoice, projectChoice } from '../../parts/choice.ts'
import { investmentHome } from '../parts/investment-home.ts'
import { Whose } from '../parts/whose.tsx'
import type { Route } from './+types/route.ts'
import { EditInvestmentForm } from './edit-form.tsx'
import { NoEdit } from './no-edit.tsx'
import { type EditRefused, type EditReply, refuseEdit } from './refusal.server.ts'
import { versionOf } from './versions.ts'

const failed: Toast = {
  title: 'Error updating investment',
  text: 'Please try again later.',
  kind: 'error',
}

export async function loader({ params, context }: Route.LoaderArgs) {
  return lookAsAdmin(context, async (admin) => {
    const { investmentId } = params
    const investment = isId(investmentId) ? await findInvestmentInFull(admin, investmentId) : null
    if (!investment) throw notFound()
    return {
      investment,
      version: versionOf(investment),
      today: clock.today(),
      key: randomUUID(),
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

/** The present one stands in its list even when it is not among the first. */
function withOwn(own: Choice, first: Choice[]): Choice[] {
  return first.some(({ id }) => id === own.id) ? first : [own, ...first]
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const { investmentId } = params
  try {
    const edited = await asAdmin(
      context,
      async (admin): Promise<EditRefused | { edited: true }> => {
        if (!isId(investmentId)) throw notFound()
        const parsed = parseForm(EditInvestmentSchema, form)
        if (!parsed.ok) return { refused: 'unreadable', reply: parsed.reply }
        const answer = await editInvestment(admin, investmentId, parsed.value)
        return 'refused' in answer ? answer : { edited: true }
      },
    )
    if ('refused' in edited) {
      const reply: EditReply & { toast: Toast | null } = {
        ...refuseEdit(form, edited),
        toast: null,
      }
      return data(reply, { status: 422 })
    }
  } catch (fault) {
    const message = `${failed.title}. Reference ${logFault(context, 'an investment was not edited', fault)}`
    const reply: EditReply = {
      reply: refuseForm(form, { message }),
      already: null,
      beyond: null,
      moved: null,
    }
    return data({ ...reply, toast: failed }, { status: 500 })
  }
  return redirectWithToast(investmentHome(url, investmentId), {
    title: 'Investment updated',
    kind: 'success',
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Edit Investment', args)

export default function EditInvestment({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(latest)
  const { investment } = loaderData
  return (
    <RouteDialog title="Edit Investment" subtitle={<Whose investment={investment} />}>
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
