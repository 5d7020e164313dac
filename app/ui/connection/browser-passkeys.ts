import {
  type PublicKeyCredentialCreationOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'

/** The browser's answer as JSON, or why there is none; null when nothing needs to be said. */
export type BrowserAnswer = { passkey: string } | { fault: string } | null

/** Asks the browser for a passkey of this site. */
export function askForPasskey(): Promise<BrowserAnswer> {
  return ask('/login/passkey', 'No passkey was used. Try again, or use your password.')
}

/** Asks the browser for one of the passkeys of the signed-in user. */
export function askForOwnPasskey(): Promise<BrowserAnswer> {
  return ask('/login/passkey?for=confirmation', 'No passkey was used. Please try again.')
}

async function ask(address: string, otherwise: string): Promise<BrowserAnswer> {
  try {
    const optionsJSON = await read<{ challenge: string }>(address)
    return { passkey: JSON.stringify(await startAuthentication({ optionsJSON })) }
  } catch (fault) {
    return explain(fault, otherwise)
  }
}

/** Offers passkeys among the suggestions of the email field, where the browser can; waits until one is chosen. */
export async function offerPasskeys(): Promise<BrowserAnswer> {
  try {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return null
    const optionsJSON = await read<{ challenge: string }>('/login/passkey')
    const answer = await startAuthentication({ optionsJSON, useBrowserAutofill: true })
    return { passkey: JSON.stringify(answer) }
  } catch {
    // Nothing was asked for, so nothing is missing.
    return null
  }
}

/** Creates a passkey on this device or another one. */
export async function createPasskey(): Promise<BrowserAnswer> {
  try {
    const optionsJSON = await read<PublicKeyCredentialCreationOptionsJSON>(
      '/login/passkey?for=registration',
    )
    return { passkey: JSON.stringify(await startRegistration({ optionsJSON })) }
  } catch (fault) {
    const exists = fault instanceof Error && fault.name === 'InvalidStateError'
    return exists
      ? { fault: 'This device already has a passkey for your account.' }
      : explain(fault, 'No passkey was created. Please try again.')
  }
}

async function read<Options>(address: string): Promise<Options> {
  const answer = await fetch(address, { headers: { Accept: 'application/json' } })
  if (!answer.ok) throw new Error(`the passkey request was answered with ${answer.status}`)
  return answer.json()
}

function explain(fault: unknown, otherwise: string): BrowserAnswer {
  if (!(fault instanceof Error)) throw fault
  if (fault.name === 'AbortError') return null
  return fault instanceof TypeError
    ? { fault: 'The connection was lost. Please try again.' }
    : { fault: otherwise }
}
