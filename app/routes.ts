import type { RouteConfig } from '@react-router/dev/routes'
import { officeRoutes } from './office/routes.ts'
import { portalRoutes } from './portal/routes.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { siteRoutes } from './site/routes.ts'

export default [
  ...siteRoutes,
  ...signInRoutes,
  ...portalRoutes,
  ...officeRoutes,
] satisfies RouteConfig
