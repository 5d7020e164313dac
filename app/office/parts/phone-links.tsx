/** Links to call and to chat; an unparsable number is plain text. */
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
