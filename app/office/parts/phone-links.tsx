/** A phone number with links that dial it and open a chat; one that could not be read is text alone. */
export function PhoneLinks({ phone }: { phone: string }) {
  const digits = phone.replace(/\D/g, '')
  if (!/^\+[\d\s]{7,20}$/.test(phone)) return <bdi>{phone}</bdi>
  return (
    <>
      <a href={`tel:+${digits}`} className="text-link whitespace-nowrap hover:underline">
        <bdi>{phone}</bdi>
      </a>{' '}
      <a
        href={`https://wa.me/${digits}`}
        target="_blank"
        rel="noreferrer"
        className="text-link hover:underline"
        aria-label={`WhatsApp ${phone} (opens in a new tab)`}
      >
        WhatsApp
      </a>
    </>
  )
}
