import { confirmIdentityFully } from '../../domain/accounts/sign-in/confirm-identity.server.ts'
import { WholeProofSchema } from '../../domain/accounts/sign-in/sign-in-schema.ts'
import type { Context } from '../../platform/session/session.server.ts'
import { demandSelf } from '../../platform/session/session.server.ts'
import type { Self } from '../../platform/session/signed-in.ts'
import { waitSentence } from '../parts/own-account.server.ts'

/** First steps, for `formAction`, of an action that requires password and code. */
export function onWholeProof<Result extends object>(act: (self: Self) => Promise<Result>) {
  return {
    guard: (context: Context) => demandSelf(context),
    schema: WholeProofSchema,
    run: async ({ value, subject: self }: { value: Typed; subject: Self }) => {
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
