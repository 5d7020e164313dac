import { z } from 'zod'
import { checkbox, emailAddress } from '../../../values/fields.ts'
import { trimmed } from '../../../values/visible.ts'
import { passwordLengthFault, passwordMessages } from '../password.ts'

/** Email and password of a sign-in. How long the password is, is not told here. */
export const SignInSchema = z.object({
  email: z
    .string()
    .refine((text) => trimmed(text) !== '', 'Email is required')
    .pipe(emailAddress()),
  password: z.string().min(1, 'Password is required'),
})

/** A first password, typed twice. Whether it can be guessed is judged by `judgePassword`, which knows the person. */
export const FirstPasswordSchema = z
  .object({
    password: z
      .string()
      .min(1, { error: 'Password is required', abort: true })
      .superRefine((password, context) => {
        const fault = passwordLengthFault(password)
        if (fault) context.addIssue({ code: 'custom', message: passwordMessages[fault] })
      }),
    confirmPassword: z.string(),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match',
    when: () => true,
  })

/** One's own password: the present one, and the new one twice. */
export const OwnPasswordSchema = z
  .object({
    currentPassword: z.string().min(1, 'Enter your current password'),
    ...FirstPasswordSchema.shape,
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match',
    when: () => true,
  })

/** The second factor of a sign-in: a code of the app, or a recovery code. */
export const CodeSchema = z.object({
  code: z.string().refine((text) => trimmed(text) !== '', 'Enter the code'),
  rememberDevice: checkbox(),
})

/** Password and code together, where someone changes their second factor itself. */
export const WholeProofSchema = z.object({
  currentPassword: z.string().min(1, 'Enter your current password'),
  code: z.string().refine((text) => trimmed(text) !== '', 'Enter the code'),
})
