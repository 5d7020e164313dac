import { deferPart } from './defer-part.tsx'

export const NotFound = deferPart('not-found', () =>
  import('../../ui/feedback/not-found-page.tsx').then((page) => page.NotFound),
)
