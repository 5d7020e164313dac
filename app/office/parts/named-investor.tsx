/** The email tells namesakes apart. */
export function NamedInvestor({ name, email }: { name: string; email: string }) {
  return (
    <>
      <bdi>{name}</bdi>, <bdi className="wrap-anywhere">{email}</bdi>
    </>
  )
}
