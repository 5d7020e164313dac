import { z } from 'zod'
import { emailAddress, optionalId, requiredText } from '../../../values/fields.ts'
import { staffRoles } from '../../../values/staff-role.ts'
import { normalizeText } from '../../../values/typed-text.ts'
import { trimmed } from '../../../values/visible.ts'
import { passwordLengthFault, passwordMessages } from '../password.ts'

const key = () => z.uuid('Reload the page and try again.')
/** Only required here; `resolveAccount` finds the account. */
const userIdField = (sentence: string) =>
  z.string().refine((text) => trimmed(text) !== '', sentence)
const userIdMissing = 'Please enter a valid user ID'

export const AccountStatusSchema = z.object({
  userId: userIdField(userIdMissing),
  status: z.enum(['active', 'inactive'], 'Choose whether this account may sign in.'),
  /** Who takes over the open tasks of a member of staff. */
  successor: optionalId('Choose a colleague from the list.'),
})

export const ResetPasswordSchema = z
  .object({
    userId: userIdField(userIdMissing),
    key: key(),
    mode: z.enum(['direct', 'email', 'instead'], 'Choose how to reset it.'),
    password: z.string(),
  })
  .superRefine(({ mode, password }, context) => {
    const fault = mode === 'direct' ? passwordLengthFault(password) : null
    if (fault)
      context.addIssue({ code: 'custom', path: ['password'], message: passwordMessages[fault] })
  })

export const VerifyEmailSchema = z.object({
  act: z.string(),
  userId: userIdField('Please enter a user ID to verify'),
  expectedEmail: z
    .string()
    .transform((text) => (trimmed(text) === '' ? null : text))
    .pipe(emailAddress().nullable()),
})

const staffRole = z.enum(staffRoles, 'Choose from the roles shown.')

export const RoleSchema = z.object({
  userId: userIdField(userIdMissing),
  roles: z.array(staffRole),
})

/** The name of the account, 1 to 200 characters. */
export const AddStaffSchema = z.object({
  key: key(),
  name: requiredText(200, 'Enter their name.'),
  email: emailAddress(),
  roles: z.array(staffRole).min(1, 'Choose at least one role.'),
})

const tooShort = 'Password must be at least 8 characters long'

export const UpdatePasswordSchema = z
  .object({
    key: key(),
    userId: userIdField(userIdMissing),
    mode: z.string().transform((mode) => (mode === 'instead' ? mode : 'direct')),
    password: z.string(),
    confirmPassword: z.string(),
  })
  .refine(({ mode, password }) => mode === 'instead' || !passwordLengthFault(password), {
    path: ['password'],
    error: ({ input }) => lengthWords((input as { password: string }).password),
    when: hasPassword,
  })
  .refine(
    ({ mode, password, confirmPassword }) => mode === 'instead' || password === confirmPassword,
    {
      path: ['confirmPassword'],
      message: 'Please make sure both passwords match',
      when: hasPassword,
    },
  )

/** The passwords are compared also where another field is wrong. */
function hasPassword({ value }: { value: unknown }): boolean {
  return typeof (value as { password?: unknown } | null)?.password === 'string'
}

function lengthWords(password: string): string | undefined {
  const fault = passwordLengthFault(password)
  return fault === 'short' ? tooShort : fault ? passwordMessages[fault] : undefined
}

/** Shorter passwords get the message of the investors' dialog; from here to 7 characters the usual message is shown. */
const leastShown = 6

export const InvestorPasswordSchema = z
  .object({
    key: key(),
    mode: z.enum(['direct', 'instead'], 'Reload the page and try again.'),
    password: z.string(),
    confirmPassword: z.string(),
  })
  .superRefine(({ mode, password, confirmPassword }, context) => {
    if (mode !== 'direct') return
    const message = lengthMessage(password)
    if (message) context.addIssue({ code: 'custom', path: ['password'], message })
    if (password === confirmPassword) return
    context.addIssue({
      code: 'custom',
      path: ['confirmPassword'],
      message: 'Passwords do not match',
    })
  })

function lengthMessage(password: string): string | null {
  if ([...normalizeText(password)].length < leastShown) {
    return `Password must be at least ${leastShown} characters long`
  }
  return lengthWords(password) ?? null
}

/** Without a session: all of them. */
export const EndSessionsSchema = z.object({
  key: key(),
  userId: userIdField(userIdMissing),
  session: z.union([z.literal(''), z.uuid()]),
})

export const UpdateEmailSchema = z.object({
  key: key(),
  userId: userIdField(userIdMissing),
  email: emailAddress(),
})
