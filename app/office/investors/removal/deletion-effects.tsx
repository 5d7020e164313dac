import type { Removal } from '../../../domain/investors/removal.ts'
import type { RemovableInvestor } from '../../../domain/investors/remove-investor.server.ts'
import { counted } from '../../../values/counted.ts'
import { Consequence, Consequences } from '../../parts/consequences.tsx'

export function DeletionEffects({
  removable,
  removal,
}: {
  removable: RemovableInvestor
  removal: Removal
}) {
  const { investor } = removable
  return (
    <div className="col-span-full grid gap-4">
      <p>
        {removal === 'delete'
          ? 'There are no investments, documents or messages. The record is deleted; this cannot be undone.'
          : 'They have a history, so they are archived instead of deleted. You will find them under Archived and can restore them.'}
      </p>
      <Consequences>
        {removal === 'archive' && (
          <>
            <Consequence of="Kept with them">{keptOf(removable.history)}</Consequence>
            {removable.history.openRequests > 0 && (
              <Consequence of={counted(removable.history.openRequests, 'open request')}>
                {removable.history.openRequests === 1
                  ? 'keeps its amount reserved until it is declined or 14 days old'
                  : 'keep their amounts reserved until they are declined or 14 days old'}
              </Consequence>
            )}
            <Consequence of="Totals">still count what they invested</Consequence>
            <Consequence of="Payments and new investments">
              are refused until they are restored
            </Consequence>
          </>
        )}
        <Consequence of="Sign-in">{whatOfSignIn(investor)}</Consequence>
        <Consequence of="Email">{whatOfEmail(investor, removal)}</Consequence>
      </Consequences>
    </div>
  )
}

function keptOf(history: RemovableInvestor['history']): string {
  const { investments, requests, documents, notifications, inquiries } = history
  return [
    investments > 0 && counted(investments, 'investment'),
    requests > 0 && counted(requests, 'investment request'),
    documents > 0 && counted(documents, 'document'),
    notifications > 0 && counted(notifications, 'notification'),
    inquiries > 0 && (inquiries === 1 ? '1 inquiry' : `${inquiries} inquiries`),
  ]
    .filter((words) => words !== false)
    .join(', ')
}

function whatOfSignIn({ account }: RemovableInvestor['investor']): string {
  if (!account) return 'they have no account'
  return account.isAdmin
    ? 'ends immediately, including to the back office, and the account is closed'
    : 'ends immediately, and the account is closed'
}

function whatOfEmail({ account }: RemovableInvestor['investor'], removal: Removal): string {
  if (removal === 'archive') return 'stays reserved for them'
  return account ? 'stays with the closed account' : 'can be used again'
}
