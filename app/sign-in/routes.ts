import { type RouteConfigEntry, route } from '@react-router/dev/routes'

/** How people come in and go out. */
export const signInRoutes: RouteConfigEntry[] = [
  route('login', 'sign-in/login/route.tsx'),
  route('invitation/:token', 'sign-in/invitation/route.tsx'),
  route('logout', 'sign-in/logout/route.ts'),
]
