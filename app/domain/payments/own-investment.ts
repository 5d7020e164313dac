/** Why an administrator can neither change this investment nor record money on it. */
export const ownInvestmentMessage =
  'This is your own investment. Ask another administrator to add or change it, or to record money on it.'
