/** An investor's name with the email that tells namesakes apart. */
export function NamedInvestor({ name, email }: { name: string; email: string }) {
  return (
    <>
      <bdi>{name}</bdi>, <bdi className="wrap-anywhere">{email}</bdi>
    </>
  )
}
