/** Where the investment requests are. */
export const requestsHome = '/admin-dashboard/requests'
