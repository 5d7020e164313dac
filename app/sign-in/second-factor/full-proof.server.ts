import { confirmIdentityFully } from '../../domain/accounts/sign-in/confirm-identity.server.ts'
import { WholeProofSchema } from '../../domain/accounts/sign-in/sign-in-schema.ts'
import type { Context } from '../../platform/session/session.server.ts'
import { requireUser } from '../../platform/session/session.server.ts'
import type { RequestUser } from '../../platform/session/signed-in-user.ts'
import { waitSentence } from '../parts/own-account.server.ts'

/** First steps, for `formAction`, of an action that requires password and code. */
export function withFullProof<Result extends object>(act: (self: RequestUser) => Promise<Result>) {
  return {
    guard: (context: Context) => requireUser(context),
    schema: WholeProofSchema,
    run: async ({ value, subject: self }: { value: Typed; subject: RequestUser }) => {
      const { currentPassword: password, code } = value
      const proven = await confirmIdentityFully(self, { password, code })
      return 'refused' in proven ? proven : act(self)
    },
    refusals: {
      wrong: { errors: { currentPassword: 'This is not your password.' } },
      'wrong-code': { errors: { code: 'This code is wrong or was already used.' } },
      'too-many': ({ retryAt }: { retryAt: Date }) =>
        ({ message: waitSentence(retryAt), status: 429 }) as const,
    },
  }
}

type Typed = { currentPassword: string; code: string }
