import { Link } from 'react-router'
import {
  decideProof,
  listWaitingProofs,
  type WaitingProof,
} from '../../../domain/payment-proofs/proofs.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { adminCommand, adminQuery, requireAdmin } from '../../../platform/session/session.server.ts'
import { Day, Moment } from '../../../ui/day.tsx'
import { DownloadLink } from '../../../ui/download-link.tsx'
import { ListFault } from '../../../ui/feedback/area-fault.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { formatCurrency } from '../../../values/exchange-rate.ts'
import { proofsHome, transactionsHome } from '../paths.ts'
import { DecideSchema } from '../transaction-schema.ts'
import type { Route } from './+types/route.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  adminQuery(context, async (admin) => ({ proofs: await listWaitingProofs(admin) }))

export function action(args: Route.ActionArgs) {
  return formAction(args, {
    guard: requireAdmin,
    schema: DecideSchema,
    run: ({ value: { proofId, act, reason } }) =>
      adminCommand(args.context, (admin) =>
        decideProof(admin, proofId, { decision: act, reason: act === 'declined' ? reason : null }),
      ),
    refusals: {
      decided: 'Someone else decided on this message. Nothing was changed.',
      'has-code': 'Match the transaction with this code. The investor then sees that it arrived.',
    },
    done: (_, { value: { act } }) => ({
      to: proofsHome,
      toast: {
        kind: 'success',
        title: act === 'received' ? 'Marked as received' : 'Message declined',
        ...(act === 'declined' ? { text: 'The investor is notified with the reason.' } : {}),
      },
    }),
    failed: 'The message was not changed',
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Sent in by investors', args)

export default function Proofs({ loaderData: { proofs }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Sent in by investors"
        count={proofs.length}
        lead="Messages and slips of payments that are not recorded yet. They are not proof of payment: wait for the statement."
        back={{ to: transactionsHome, label: 'Bank transactions' }}
      />
      {actionData?.toast && <Toaster toast={actionData.toast} />}
      {proofs.length === 0 ? (
        <EmptyState icon="inbox" title="No messages to check">
          What investors send in with “I have paid” appears here until its payment is recorded.
        </EmptyState>
      ) : (
        <ul className="grid gap-2.5">
          {proofs.map((proof) => (
            <Line key={proof.id} proof={proof} />
          ))}
        </ul>
      )}
    </>
  )
}

function Line({ proof }: { proof: WaitingProof }) {
  const { id, investmentId, investor, email, project, minor, currency, code, paidOn } = proof
  const { message, note, hasFile, submittedAt, reference, otherReference } = proof
  const { answer, fetcher } = useAnswer<Route.ComponentProps['actionData']>(undefined)
  const amount = minor !== null && currency !== null ? formatCurrency(minor, currency) : 'A slip'
  return (
    <li className="grid gap-2 rounded-card border border-line bg-surface p-3.5 wrap-anywhere">
      <p className="flex flex-wrap justify-between gap-x-4">
        <Link
          to={`/admin-dashboard/investments/${investmentId}`}
          className="tall-target font-[560] text-link underline underline-offset-2"
        >
          <bdi>{investor}</bdi>, <bdi>{project}</bdi>
        </Link>
        <span className="num font-[580]">{amount}</span>
      </p>
      <p className="text-xs text-muted">
        <bdi>{email}</bdi>
        {code && <> · {code}</>}
        {paidOn && (
          <>
            {' '}
            · paid on <Day on={paidOn} />
          </>
        )}{' '}
        · sent in <Moment at={submittedAt} />
      </p>
      {message && <q className="text-sm">{message}</q>}
      {note && <p className="text-sm text-muted">{note}</p>}
      {hasFile && (
        <DownloadLink
          href={`${proofsHome}/${id}/slip`}
          className="tall-target w-fit text-sm text-link underline underline-offset-2"
        >
          Slip
        </DownloadLink>
      )}
      {otherReference && (
        <p className="text-sm">
          The message names the payment reference {otherReference}; this investment has {reference}.
        </p>
      )}
      <LineWithCode proof={proof} />
      <ActionForm reply={answer?.reply} fetcher={fetcher} className="grid gap-2">
        <input type="hidden" name="proofId" value={id} />
        {code === null && (
          <SubmitButton
            look="secondary"
            size="small"
            name="act"
            value="received"
            className="justify-self-start"
          >
            The money has arrived
          </SubmitButton>
        )}
        <details open={answer?.reply.errors.reason !== undefined || undefined}>
          <summary className="tall-target w-fit cursor-pointer text-sm underline underline-offset-2">
            Decline
          </summary>
          <div className="mt-2 grid max-w-md gap-2">
            <TextField name="reason" label="Reason, for the investor to read" autoComplete="off" />
            <SubmitButton
              look="secondary"
              size="small"
              name="act"
              value="declined"
              className="justify-self-start"
            >
              Decline
            </SubmitButton>
          </div>
        </details>
      </ActionForm>
    </li>
  )
}

/** Whether a statement has a line with the code, and whose it is. */
function LineWithCode({ proof: { code, line } }: { proof: WaitingProof }) {
  if (code === null) return null
  if (line === null)
    return <p className="text-sm text-muted">No statement has a line with this code yet.</p>
  const { matchedTo, otherAmount } = line
  return (
    <p className="text-sm">
      {otherAmount ? (
        <>
          A statement has a line with this code, with another amount:{' '}
          {formatCurrency(otherAmount.minor, otherAmount.currency)}.{' '}
          {matchedTo !== null && (
            <>
              It is matched to <bdi>{matchedTo}</bdi>.{' '}
            </>
          )}
        </>
      ) : matchedTo === null ? (
        'A statement has a line with this code. '
      ) : (
        <>
          A statement has a line with this code, matched to <bdi>{matchedTo}</bdi>.{' '}
        </>
      )}
      <Link
        to={`${transactionsHome}?q=${code}`}
        className="tall-target text-link underline underline-offset-2"
      >
        Show it
      </Link>
    </p>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <ListFault error={error} home={transactionsHome} title="The messages could not be loaded" />
  )
}
