/** Links the support address or, if none is set, refers to the person who sent the invitation. */
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
