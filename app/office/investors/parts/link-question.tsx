import { CheckboxField } from '../../../ui/checkbox-field.tsx'

/** Asked when the address belongs to an account that is no investor's yet, such as an administrator's. */
export function LinkQuestion({ name, email, isClosed }: { name: string; email: string; isClosed: boolean }) {
  return (
    <div className="col-span-full rounded-control bg-tint-warning px-3.5 py-2.5">
      <p className="font-[560]">This email already signs in</p>
      <p className="text-xs">
        It is the account of <bdi>{name}</bdi>, who is not an investor now. Linked, they keep their password and role,
        and no invitation is sent.{isClosed && ' The account is inactive, and stays so until you make it active.'}
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
