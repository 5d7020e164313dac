import type { RouteConfig } from '@react-router/dev/routes'
import { officeRoutes } from './office/routes.ts'
import { portalRoutes } from './portal/routes.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { siteRoutes } from './site/routes.ts'

/** The URL map of the whole product: four areas, each with its own map. */
export default [
  ...siteRoutes,
  ...signInRoutes,
  ...portalRoutes,
  ...officeRoutes,
] satisfies RouteConfig
