import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx'

type Props = { name: string; email: string; isClosed: boolean; hasPassword: boolean }

/** The email belongs to an account without an investor, such as an administrator's. */
export function LinkQuestion({ name, email, isClosed, hasPassword }: Props) {
  return (
    <div className="col-span-full rounded-control bg-tint-warning px-3.5 py-2.5">
      <p className="font-[560]">
        {hasPassword ? 'This email already signs in' : 'This email already has an account'}
      </p>
      <p className="text-xs">
        It is the account of <bdi>{name}</bdi>, who is not an investor now.{' '}
        {afterwards(isClosed, hasPassword)}
      </p>
      <CheckboxField
        key={email}
        name="linkedEmail"
        value={email}
        label={
          <>
            Link the new investor to <bdi className="wrap-anywhere">{email}</bdi>
          </>
        }
      />
    </div>
  )
}

/** An invitation never activates an inactive account, so none is sent to one. */
function afterwards(isClosed: boolean, hasPassword: boolean): string {
  if (!hasPassword) {
    const missing = 'It has no password, and linking sends no invitation.'
    return `${missing} They cannot sign in until you ${isClosed ? 'activate it and ' : ''}set a password in Manage Users.`
  }
  const kept = 'They keep their password and role, and no invitation is sent.'
  return isClosed ? `${kept} The account stays inactive until you activate it.` : kept
}
