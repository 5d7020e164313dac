import { z } from 'zod'
import { requiredText } from '../../../values/fields.ts'
import { longestPasskeyName } from './passkey.ts'

/** A browser's answer as JSON is below this many characters. */
const longestAnswer = 20_000
const base64url = z.string().regex(/^[\w-]+$/)

const credential = {
  id: base64url.max(1400),
  rawId: base64url.max(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
}

const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
})

const attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
})

export type PasskeyAssertion = z.output<typeof assertion>
export type PasskeyAttestation = z.output<typeof attestation>

function asJson<Schema extends z.ZodType>(schema: Schema) {
  return z
    .string()
    .max(longestAnswer)
    .transform((text, context) => {
      const parsed = schema.safeParse(parseJson(text))
      if (parsed.success) return parsed.data
      context.addIssue({ code: 'custom', message: unreadable })
      return z.NEVER
    })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (fault) {
    if (fault instanceof SyntaxError) return null
    throw fault
  }
}

const unreadable = 'The browser sent no passkey. Please try again.'

/** `step`: `second` completes a sign-in that began with a password. */
export const PasskeySignInSchema = z.object({
  passkey: asJson(assertion),
  step: z.enum(['first', 'second']).catch('first'),
})

/** A passkey instead of password or code, in any form that confirms an identity. */
export const PasskeyProofSchema = z.object({ passkey: asJson(assertion) })

const passkeyName = () => requiredText(longestPasskeyName, 'Enter a name')

export const NewPasskeySchema = z.object({ name: passkeyName(), passkey: asJson(attestation) })

export const PasskeyNameSchema = z.object({ name: passkeyName() })
