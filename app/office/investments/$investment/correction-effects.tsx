import { Consequence } from '../../parts/consequences.tsx'

/** Whom a void or a refund is told, and how: by mail as well where they have an account. */
export function CorrectionEffects({
  investor: { name, hasAccount },
}: {
  investor: { name: string; hasAccount: boolean }
}) {
  return (
    <Consequence of={<bdi>{name}</bdi>}>
      {hasAccount
        ? 'is notified, also by email, with the reason'
        : 'has no account, so no email is sent'}
    </Consequence>
  )
}
