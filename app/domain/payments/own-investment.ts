/** Why an administrator cannot record money on this investment. */
export const ownInvestmentMessage = 'This is your own investment. Ask another administrator to record money on it.'
