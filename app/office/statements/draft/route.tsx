import { redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { z } from 'zod'
import { findDraft } from '../../../domain/bank-transactions/statement-draft.server.ts'
import { lineStates } from '../../../domain/bank-transactions/statement-lines.ts'
import {
  checkDraft,
  type StatementCheck,
} from '../../../domain/bank-transactions/statement-preview.server.ts'
import { confirmStatement } from '../../../domain/bank-transactions/upload-statement.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import {
  adminCommand,
  adminQuery,
  notFound,
  requireAdmin,
} from '../../../platform/session/session.server.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Moment } from '../../../ui/day.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { ListFault } from '../../../ui/feedback/area-fault.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { formatCurrency } from '../../../values/exchange-rate.ts'
import { listQuery, shownPage } from '../../../values/list-query.ts'
import { formatInstant } from '../../../values/relative-time.ts'
import { draftPath, howMany, Steps, statementsHome, transactionsOf, uploaded } from '../parts.tsx'
import type { Route } from './+types/route.ts'
import { CheckedStatement } from './checked-statement.tsx'

const pageSize = 50

const ConfirmSchema = z.object({
  fingerprint: z.string().regex(/^[0-9a-f]{64}$/, 'Reload the page and try again.'),
})

export function loader({ params, url, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const draft = await findDraft(admin, params.draftId)
    if (!draft) throw notFound()
    const { id, name, content, account } = draft
    const file = {
      id,
      name,
      bytes: content.length,
      account: { name: account.name, number: account.number, currency: account.currency },
    }
    const step = await checkDraft(admin, draft)
    if (step.step === 'columns') throw redirect(`${draftPath(id)}/columns`)
    if (step.step === 'totals') throw redirect(`${draftPath(id)}/totals`)
    if (step.step !== 'check') return { file, ended: step, check: null }
    return { file, ended: null, check: shownOf(step, url) }
  })
}

function shownOf({ lines, sha256: _, reversed, ...check }: StatementCheck, url: URL) {
  const chosen = lineStates.find((state) => state === url.searchParams.get('show'))
  const first = (['problem', 'new', 'seen', 'excluded', 'no-money'] as const).find(
    (state) => check.counts[state] > 0,
  )
  const shown = chosen ?? first ?? 'new'
  const total = check.counts[shown]
  const page = shownPage(listQuery(url).page, total, pageSize)
  const found = lines.filter(({ state }) => state === shown)
  return {
    ...check,
    mapping: check.mapping !== null,
    newOut: lines.filter(({ state, minor }) => state === 'new' && minor < 0n).length,
    shown,
    page,
    pageSize,
    reversed: reversed.length,
    takenBack: lines.flatMap(({ minor, currency, reversalOf, takesBack }) =>
      takesBack ? [`${formatCurrency(-minor, currency)}, ${reversalOf}, of ${takesBack}`] : [],
    ),
    lines: found
      .slice((page - 1) * pageSize, page * pageSize)
      .map(({ raw: _raw, ...line }) => line),
  }
}

/** Checking a large file takes long, so it does not rerun on live updates. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
}: ShouldRevalidateFunctionArgs) {
  return formMethod !== undefined || currentUrl.href !== nextUrl.href
}

export function action(args: Route.ActionArgs) {
  const { params, context } = args
  return formAction(args, {
    guard: requireAdmin,
    schema: ConfirmSchema,
    run: ({ value }) =>
      adminCommand(context, (admin) =>
        confirmStatement(admin, { draftId: params.draftId, ...value }),
      ),
    refusals: {
      closed: 'Nothing was added: the payment account was closed.',
      'has-problems': 'Nothing was added: some lines have problems.',
      moved: 'Nothing was added: something changed since this was checked. Check it again.',
      uploaded: ({ at, by }) => uploaded(formatInstant(at), by),
    },
    done: ({ statementFileId, added, seen }) => ({
      to: transactionsOf(statementFileId),
      toast: {
        kind: 'success',
        title: `${howMany(added, 'transaction')} added`,
        ...(seen > 0 && { text: `${howMany(seen, 'line')} seen before.` }),
      },
    }),
    failed: 'Nothing was added',
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Check the statement', args)

export default function CheckStatement({ loaderData, actionData }: Route.ComponentProps) {
  const { file, ended, check } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  return (
    <>
      <PageHead
        title="Check the statement"
        back={{ to: statementsHome, label: 'Bank Statements' }}
        lead={
          <>
            <bdi>{file.account.name}</bdi>, <bdi className="num">{file.account.number}</bdi>
          </>
        }
      />
      <Steps now={ended?.step === 'uploaded' ? 'Add' : 'Check'} />
      {ended && <Ended name={file.name} ended={ended} />}
      {check && (
        <CheckedStatement file={file} check={check} reply={answer?.reply} fetcher={fetcher} />
      )}
    </>
  )
}

type Ended = NonNullable<Route.ComponentProps['loaderData']['ended']>

/** Why a kept file cannot be added, or that it was. */
function Ended({ name, ended }: { name: string; ended: Ended }) {
  return (
    <div className="grid max-w-180 justify-items-start gap-4">
      <Alert tone={ended.step === 'uploaded' ? 'info' : 'negative'}>
        <p className="font-[560]">
          <bdi className="wrap-anywhere">{name}</bdi>
        </p>
        <p className="mt-1">
          {ended.step === 'closed' &&
            'The payment account is closed. Reopen it in Company Settings first.'}
          {ended.step === 'refused' && ended.problem}
          {ended.step === 'uploaded' && (
            <>
              This file was uploaded <Moment at={ended.at} />
              {ended.by && (
                <>
                  {' '}
                  by <bdi>{ended.by}</bdi>
                </>
              )}
              . Nothing is added twice.
            </>
          )}
        </p>
      </Alert>
      <p className="flex flex-wrap gap-2">
        {ended.step === 'uploaded' && (
          <ButtonLink look="primary" to={`${statementsHome}/${ended.statementFileId}`}>
            Show the statement
          </ButtonLink>
        )}
        <ButtonLink to={`${statementsHome}/new`}>Another file</ButtonLink>
      </p>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <ListFault error={error} home={statementsHome} title="The statement could not be checked" />
  )
}
