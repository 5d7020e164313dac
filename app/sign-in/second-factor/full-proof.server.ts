import { PasskeyProofSchema } from '../../domain/accounts/passkeys/passkey-schema.ts'
import {
  confirmIdentity,
  confirmIdentityFully,
} from '../../domain/accounts/sign-in/confirm-identity.server.ts'
import { WholeProofSchema } from '../../domain/accounts/sign-in/sign-in-schema.ts'
import type { Context } from '../../platform/session/session.server.ts'
import { requireUser } from '../../platform/session/session.server.ts'
import type { RequestUser } from '../../platform/session/signed-in-user.ts'
import { parseForm } from '../../values/form.ts'
import { waitSentence } from '../parts/own-account.server.ts'

/** First steps, for `formAction`, of an action that requires password and code, or a passkey for both. */
export function withFullProof<Result extends object>(act: (self: RequestUser) => Promise<Result>) {
  return {
    guard: (context: Context) => requireUser(context),
    parse: parseProof,
    run: async ({ value, subject: self }: { value: Proof; subject: RequestUser }) => {
      const proven = await prove(self, value)
      return 'refused' in proven ? proven : act(self)
    },
    refusals: {
      wrong: { errors: { currentPassword: 'This is not your password.' } },
      'wrong-code': { errors: { code: 'This code is wrong or was already used.' } },
      'wrong-passkey': {
        errors: { passkey: 'This passkey was not accepted. Please try it again.' },
      },
      'too-many': ({ retryAt }: { retryAt: Date }) =>
        ({ message: waitSentence(retryAt), status: 429 }) as const,
    },
  }
}

const parseProof = (form: FormData) =>
  form.has('passkey') ? parseForm(PasskeyProofSchema, form) : parseForm(WholeProofSchema, form)

type Proof = Extract<ReturnType<typeof parseProof>, { ok: true }>['value']

async function prove(self: RequestUser, proof: Proof) {
  if (!('passkey' in proof))
    return confirmIdentityFully(self, { password: proof.currentPassword, code: proof.code })
  const proven = await confirmIdentity(self, proof)
  const isWrong = 'refused' in proven && proven.refused === 'wrong'
  return isWrong ? { refused: 'wrong-passkey' as const } : proven
}
