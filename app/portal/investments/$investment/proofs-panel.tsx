import type { OwnProof, ProofState } from '../../../domain/payment-proofs/proof.ts'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { Moment } from '../../../ui/day.tsx'
import { DialogLink } from '../../../ui/layout/dialog-link.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { formatCurrency } from '../../../values/exchange-rate.ts'
import { PortalLink } from '../../parts/portal-link.tsx'
import { investmentsHome, receiptsHome } from '../../paths.ts'

const states: Record<ProofState, [words: string, tone: BadgeTone]> = {
  waiting: ['Not yet on our statement', 'amber'],
  received: ['We have received it', 'green'],
  declined: ['Not accepted', 'red'],
  withdrawn: ['Withdrawn', 'grey'],
  settled: ['Fully paid', 'green'],
}

const onStatement: (typeof states)[ProofState] = ['On our statement, being checked', 'blue']

/** What the investor sent in about payments, and whether the money has arrived. */
export function ProofsPanel({
  investmentId,
  proofs,
}: {
  investmentId: string
  proofs: OwnProof[]
}) {
  const page = `${investmentsHome}/${investmentId}/proof`
  return (
    <Panel
      id="proofs"
      title="Paid already?"
      action={
        <DialogLink look="secondary" size="small" to={page}>
          I have paid
        </DialogLink>
      }
    >
      {proofs.length === 0 ? (
        <p className="text-sm text-muted">
          Send us the message or slip of your payment. You will see here when the money has arrived.
        </p>
      ) : (
        <ul className="grid gap-3">
          {proofs.map((proof) => (
            <Line key={proof.id} proof={proof} page={page} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Line({ proof, page }: { proof: OwnProof; page: string }) {
  const { minor, currency, code, hasFile, submittedAt, state, reason, receipt, note } = proof
  const { reference, otherReference } = proof
  const [words, tone] = state === 'waiting' && proof.isOnStatement ? onStatement : states[state]
  const amount = minor !== null && currency !== null ? formatCurrency(minor, currency) : null
  return (
    <li className="grid gap-1 wrap-anywhere">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="num font-[560]">{amount ?? (hasFile ? 'Slip' : 'Message')}</span>
        <Badge tone={tone}>{words}</Badge>
      </p>
      <p className="text-xs text-muted">
        {code && `${code}, `}sent in on <Moment at={submittedAt} time={false} />
        {note && (
          <>
            : <bdi>{note}</bdi>
          </>
        )}
      </p>
      {state === 'declined' && reason && <p className="text-sm">{reason}</p>}
      {state === 'settled' && (
        <p className="text-sm text-muted">
          This investment is fully paid, so we no longer wait for this payment.
        </p>
      )}
      {state === 'waiting' && otherReference && (
        <p className="text-sm">
          Your message names the payment reference {otherReference}. This investment has {reference}
          . If you paid for another investment, withdraw this and send it in there.
        </p>
      )}
      {state === 'waiting' && (
        <DialogLink
          className="tall-target w-fit text-sm text-link underline underline-offset-2"
          to={`${page}/${proof.id}/withdraw`}
        >
          Withdraw
        </DialogLink>
      )}
      {receipt && (
        <PortalLink
          to={`${receiptsHome}/${receipt}`}
          className="tall-target w-fit text-sm text-link underline underline-offset-2"
        >
          Receipt {receipt}
        </PortalLink>
      )}
    </li>
  )
}
