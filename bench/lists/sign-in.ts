/** Signs the demo's administrator in and answers the cookies of the session. */
export async function signIn(address: string): Promise<string> {
  const body = new URLSearchParams({ email: 'admin@demo.msingi.test', password: 'Foundation-2020' })
  const answer = await fetch(`${address}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: address },
    body,
  })
  if (answer.status !== 303 && answer.status !== 302) throw new Error(`Signing in answered ${answer.status}`)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
