import { z } from 'zod'
import { emailAddress } from '../../../values/fields.ts'
import { normalizeText } from '../../../values/typed-text.ts'
import { passwordLengthFault, passwordMessages } from '../password.ts'

export const RecoveryRequestSchema = z.object({ email: emailAddress() })

/** Shorter passwords get the message of the recovery screen; from here to 7 characters the usual message is shown. */
const leastShown = 6

/** The strength is judged by `judgePassword`. */
export const NewPasswordSchema = z
  .object({
    password: z
      .string()
      .min(1, { error: 'Password is required', abort: true })
      .superRefine((password, context) => {
        const message = lengthMessage(password)
        if (message) context.addIssue({ code: 'custom', message })
      }),
    confirmPassword: z.string(),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match',
    when: () => true,
  })

function lengthMessage(password: string): string | null {
  if ([...normalizeText(password)].length < leastShown)
    return `Password must be at least ${leastShown} characters`
  const fault = passwordLengthFault(password)
  return fault && passwordMessages[fault]
}
