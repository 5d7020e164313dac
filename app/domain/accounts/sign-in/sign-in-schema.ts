import { z } from 'zod'
import { checkbox, emailAddress } from '../../../values/fields.ts'
import { trimmed } from '../../../values/visible.ts'
import { passwordLengthFault, passwordMessages } from '../password.ts'

/** Password rules are not disclosed here. */
export const SignInSchema = z.object({
  email: z
    .string()
    .refine((text) => trimmed(text) !== '', 'Email is required')
    .pipe(emailAddress()),
  password: z.string().min(1, 'Password is required'),
})

/** The strength is judged by `judgePassword`, which knows the person. */
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

export const CodeSchema = z.object({
  code: z.string().refine((text) => trimmed(text) !== '', 'Enter the code'),
  rememberDevice: checkbox(),
})

export const WholeProofSchema = z.object({
  currentPassword: z.string().min(1, 'Enter your current password'),
  code: z.string().refine((text) => trimmed(text) !== '', 'Enter the code'),
})
