import { index, layout, type RouteConfigEntry, route } from '@react-router/dev/routes'

/** Unmatched addresses end at the not-found page. */
export const siteRoutes: RouteConfigEntry[] = [
  route('session', 'site/session/route.ts'),
  route('pictures/:pictureId/:file', 'site/pictures/route.ts'),
  route('share/:file', 'site/seo/share/route.ts'),
  route('logo/:file', 'site/logo/route.ts'),
  route('directors/:file', 'site/portrait/route.ts'),
  route('verification/:itemId/file', 'site/listing/verification-file/route.ts'),
  route('robots.txt', 'site/seo/robots/route.ts'),
  route('.well-known/security.txt', 'site/seo/security/route.ts'),
  route('sitemap.xml', 'site/seo/sitemap/route.ts'),
  layout('site/layout.tsx', [
    index('site/landing/route.tsx'),
    route('investments', 'site/opportunities/route.tsx'),
    route('investment/:slug', 'site/listing/route.tsx'),
    route('investment/:slug/invest', 'site/invest/route.tsx'),
    route('investment/:slug/interest', 'site/interest/route.tsx'),
    route('investment/:slug/interest/:interestId', 'site/interest/code/route.tsx'),
    route('investment/:slug/waiting-list', 'site/waiting-list/route.tsx'),
    route('investment/:slug/waiting-list/:waitingId', 'site/waiting-list/entry/route.tsx'),
    route('contact', 'site/contact/route.tsx'),
    route('check-us', 'site/check-us/route.tsx'),
    route('privacy', 'site/legal-text/route.tsx', { id: 'site/legal-text/privacy' }),
    route('terms', 'site/legal-text/route.tsx', { id: 'site/legal-text/terms' }),
    route('verify', 'site/verify/route.tsx'),
    route('verify/:code', 'site/verify/route.tsx', { id: 'site/verify/code' }),
    // For administrators, with the site's layout.
    route('admin-dashboard/projects/:projectId/preview', 'site/preview/route.tsx'),
    route('contact/too-long', 'site/contact/too-long/route.tsx'),
    route('form-too-large', 'site/form-too-large/route.tsx'),
    route('*', 'site/not-found/route.tsx'),
  ]),
]
