import { later } from './later.tsx'

export const NotFound = later('not-found', () =>
  import('../../ui/feedback/not-found-page.tsx').then((page) => page.NotFound),
)
