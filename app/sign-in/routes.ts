import { layout, type RouteConfigEntry, route } from '@react-router/dev/routes'

/** One page under four addresses. */
const recoveryPaths = ['reset-password', 'password-reset', 'account/recovery', 'auth/recovery']

export const signInRoutes: RouteConfigEntry[] = [
  layout('sign-in/layout.tsx', [
    route('login', 'sign-in/login/route.tsx'),
    route('login/forgot', 'sign-in/login/forgot/route.tsx'),
    route('login/second-factor', 'sign-in/second-factor/route.tsx'),
    route('login/second-factor/set-up', 'sign-in/second-factor/set-up/route.tsx'),
    route('login/second-factor/recovery-codes', 'sign-in/second-factor/recovery-codes/route.tsx'),
    route('login/second-factor/turn-off', 'sign-in/second-factor/turn-off/route.tsx'),
    route('login/new-password', 'sign-in/new-password/route.tsx'),
    route('login/passkeys/new', 'sign-in/passkeys/new/route.tsx'),
    route('login/passkeys/:passkeyId', 'sign-in/passkeys/$passkey/route.tsx'),
    route('login/sessions', 'sign-in/sessions/route.tsx'),
    route('invitation', 'sign-in/invitation/route.tsx'),
    // The emailed address, which redirects to the one above.
    route('invitation/:token', 'sign-in/invitation/route.tsx', { id: 'sign-in/invitation/link' }),
    ...recoveryPaths.map((path) =>
      route(path, 'sign-in/recovery/route.tsx', { id: `sign-in/recovery/${path}` }),
    ),
    route('confirm', 'sign-in/confirmation/route.tsx'),
    route('confirm/:token', 'sign-in/confirmation/route.tsx', { id: 'sign-in/confirmation/link' }),
  ]),
  route('login/passkey', 'sign-in/passkey/route.ts'),
  route('login/provider', 'sign-in/provider/route.ts'),
  route('login/provider/callback', 'sign-in/provider/callback/route.ts'),
  route('login/resend', 'sign-in/confirmation/resend.ts'),
  route('logout', 'sign-in/logout/route.ts'),
]
