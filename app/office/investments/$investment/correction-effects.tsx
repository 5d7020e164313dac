import { Consequence } from '../../parts/consequences.tsx'

/** Only investors with an account are emailed. */
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
