/** Whom to turn to: the support address as a link, or where none is set whoever invited the reader. */
export function ContactHint({
  supportEmail,
  isStart = true,
}: {
  supportEmail: string | null
  isStart?: boolean
}) {
  if (supportEmail === null)
    return isStart ? 'Ask the person who invited you' : 'ask the person who invited you'
  return (
    <>
      {isStart ? 'Write to ' : 'write to '}
      <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
    </>
  )
}
