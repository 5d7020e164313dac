export const portalHome = '/investment-dashboard'
export const investmentsHome = `${portalHome}/investments`
export const projectsHome = `${portalHome}/projects`
export const documentsHome = `${portalHome}/documents`
export const notificationsHome = `${portalHome}/notifications`
export const statementsHome = `${portalHome}/statements`
export const receiptsHome = `${portalHome}/receipts`
export const settingsHome = `${portalHome}/settings`
