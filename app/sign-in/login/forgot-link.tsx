import { Link } from 'react-router'

export function ForgotLink() {
  return (
    <p className="-mt-3 -mb-1">
      <Link
        to="/login/forgot"
        className="inline-flex min-h-11 items-center text-[0.9375rem] text-link underline underline-offset-[0.2em]"
      >
        Forgot password?
      </Link>
    </p>
  )
}
