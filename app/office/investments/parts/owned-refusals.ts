import type { OwnedRefused } from '../../../domain/investments/owned.server.ts'
import { shareText } from '../../../domain/projects/unit.ts'

/** The message for the field that names a unit or share. */
export function ownedErrors(refused: OwnedRefused): { owned: string } {
  return { owned: sentence(refused) }
}

function sentence(refused: OwnedRefused): string {
  switch (refused.refused) {
    case 'unknown-unit':
      return 'This project has no such unit. Enter the name of one, or a percentage.'
    case 'invalid-share':
      return refused.message
    case 'unit-taken':
      return refused.isRequested
        ? `${refused.name} is reserved by an open request of ${refused.holder}. Decide the request first, or choose another unit.`
        : `${refused.name} is sold to ${refused.holder}. Choose another unit.`
    case 'share-exceeds':
      return refused.left === 0
        ? 'All of this project is sold or reserved. No share is available.'
        : `Only ${shareText(refused.left)} of this project is available.`
    default:
      return refused satisfies never
  }
}
