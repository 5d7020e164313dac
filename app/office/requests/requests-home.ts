export const requestsHome = '/admin-dashboard/requests'
