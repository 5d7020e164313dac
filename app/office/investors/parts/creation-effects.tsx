import { Consequence, Consequences } from '../../parts/consequences.tsx'

/** `linked`: the account exists already. */
export function CreationEffects({
  linked,
  linkLifetime,
}: {
  linked: boolean
  linkLifetime: string
}) {
  return (
    <Consequences>
      <Consequence of="Investor">is created, with $0 invested</Consequence>
      <Consequence of="Sign-in account">
        {linked ? 'stays as it is and is linked' : 'is created with the role investor'}
      </Consequence>
      <Consequence of="Invitation">
        {linked ? 'is not sent' : `goes to the email above, valid for ${linkLifetime}`}
      </Consequence>
    </Consequences>
  )
}
