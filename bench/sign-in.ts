export const administrator = 'admin@demo.msingi.test'
export const demoInvestor = 'wanjiku.kamau@demo.msingi.test'
/** Of the large demo: someone who holds twenty investments. */
export const someInvestor = 'cynthia.abdullahi.2@large.msingi.test'

/** Signs someone of the demo in and answers the cookies of the session. */
export async function signIn(address: string, email: string): Promise<string> {
  const body = new URLSearchParams({ email, password: 'Foundation-2020' })
  const answer = await fetch(`${address}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: address },
    body,
  })
  if (answer.status !== 303 && answer.status !== 302)
    throw new Error(`Signing in answered ${answer.status}`)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** The cookies as a browser keeps them. */
export function storageStateOf(address: string, cookie: string) {
  const kept = {
    domain: new URL(address).hostname,
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: false,
  }
  const cookies = cookie.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return { ...kept, name, value: value.join('='), sameSite: 'Lax' as const }
  })
  return { cookies, origins: [] }
}
