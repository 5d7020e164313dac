import { type RouteConfigEntry, route } from '@react-router/dev/routes'

/** One screen under four addresses (AUTH-045). */
const recoveryPaths = ['reset-password', 'password-reset', 'account/recovery', 'auth/recovery']

/** How people come in and go out. */
export const signInRoutes: RouteConfigEntry[] = [
  route('login', 'sign-in/login/route.tsx'),
  route('invitation/:token', 'sign-in/invitation/route.tsx'),
  ...recoveryPaths.map((path) => route(path, 'sign-in/recovery/route.tsx', { id: `sign-in/recovery/${path}` })),
  route('logout', 'sign-in/logout/route.ts'),
]
