/** Shown where an administrator would change or pay their own investment. */
export const ownInvestmentMessage =
  'This is your own investment. Ask another administrator to add or change it, or to record money on it.'
