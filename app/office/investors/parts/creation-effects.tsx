import { Consequence, Consequences } from '../../parts/consequences.tsx'

/** What adding an investor sets in motion; `linked` when the account is there already. */
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
